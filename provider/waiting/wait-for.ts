import { withTimeout } from "../../kernel/clock";
import { formatDuration } from "../../kernel/duration";
import { dollars } from "../../kernel/money";
import type { Poller } from "../session/poller";
import type { Run } from "../session/run";

/** The result of a condition for one snapshot of an object. */
export interface Verdict {
  readonly ok: boolean;
  /** Text after "waiting for", such as `pod abc to leave STARTING`. */
  readonly waitingFor: string;
  /** Reason why the wait cannot succeed any more. */
  readonly fatal?: string | undefined;
}

/** A pure function that judges a snapshot. `undefined` stands for a missing object. */
export type Condition<T> = (snapshot: T | undefined) => Verdict;

/** A wait ended before its condition was met. The error contains the last snapshot. */
export abstract class WaitError<T> extends Error {
  constructor(
    message: string,
    readonly last: T | undefined,
  ) {
    super(message);
  }
}

export class WaitFailedError<T> extends WaitError<T> {
  override readonly name = "WaitFailedError";
}

export class WaitTimeoutError<T> extends WaitError<T> {
  override readonly name = "WaitTimeoutError";

  constructor(
    readonly waitingFor: string,
    last: T | undefined,
  ) {
    super(`gave up waiting for ${waitingFor}`, last);
  }
}

export class WaitCancelledError<T> extends WaitError<T> {
  override readonly name = "WaitCancelledError";
}

/** A snapshot for the user. */
export interface Progress {
  /** Subject with its verb, such as `pod abc is`. */
  readonly subject: string;
  readonly state: string;
  /** US dollars per hour. Absent if unknown. */
  readonly costPerHour?: number | undefined;
}

export interface Wait<T> {
  readonly id: string;
  readonly poller: Poller<T>;
  /** Latest known snapshot. The wait judges it before any request. */
  readonly first: T | undefined;
  readonly condition: Condition<T>;
  /** Time on the run's clock. */
  readonly deadline: number;
  /**
   * Describes a snapshot for a report. The wait reports each new state, except the last, and repeats a lasting state
   * from time to time. Without this function, it reports nothing. `undefined` means that the snapshot has nothing to
   * report.
   */
  readonly describe?: (snapshot: T | undefined) => Progress | undefined;
}

/** Waits until an object meets the condition. At the deadline, it reads the object once more before it fails. */
export async function waitFor<T>(
  run: Pick<Run, "clock" | "signal" | "report">,
  { id, poller, first, condition, deadline, describe }: Wait<T>,
): Promise<T | undefined> {
  const { clock, signal } = run;
  const reporter = new Reporter(run, describe);
  let last = first;

  const isMet = (snapshot: T | undefined): boolean => {
    last = snapshot;
    const { ok, fatal } = condition(snapshot);
    if (ok) return true;
    if (fatal !== undefined) throw new WaitFailedError(fatal, last);
    reporter.see(snapshot);
    return false;
  };

  if (isMet(first)) return last;
  const timeoutMs = Math.max(0, deadline - clock.now());
  const timedOut = new Error("the wait timed out");
  const over = new AbortController();
  reporter.repeat(over.signal).catch(() => undefined);
  try {
    await withTimeout(clock, timeoutMs, timedOut, (timeout) =>
      poller.watch(id, isMet, AbortSignal.any([signal, timeout])),
    );
    return last;
  } catch (error) {
    if (signal.aborted && error === signal.reason) {
      throw new WaitCancelledError("the wait was cancelled", last);
    }
    if (error !== timedOut) throw error;
  } finally {
    over.abort();
  }
  if (isMet(await poller.read(id, signal))) return last;
  throw new WaitTimeoutError(condition(last).waitingFor, last);
}

/**
 * Milliseconds after which the wait repeats a lasting state: after a minute, then less and less often. `timeScale` does
 * not change them.
 */
const repeatAfter = { shortestMs: 60_000, longestMs: 600_000 };

class Reporter<T> {
  readonly #run: Pick<Run, "clock" | "report">;
  readonly #describe: Wait<T>["describe"];
  readonly #since: number;
  #shown: Progress | undefined;
  #seenAt: number;
  #spent = 0;

  constructor(run: Pick<Run, "clock" | "report">, describe: Wait<T>["describe"]) {
    this.#run = run;
    this.#describe = describe;
    this.#since = run.clock.now();
    this.#seenAt = this.#since;
  }

  see(snapshot: T | undefined): void {
    this.#addCost();
    const before = this.#shown;
    this.#shown = this.#describe?.(snapshot);
    if (this.#shown === undefined || before?.state === this.#shown.state) return;
    const { subject, state, costPerHour } = this.#shown;
    const rate = costPerHour ? `, ${dollars(costPerHour)} an hour` : "";
    this.#run.report(`${subject} ${state} (${formatDuration(this.#waitedMs)}${rate})`);
  }

  /** Repeats a lasting state, even while RunPod does not respond, so that the user sees that the wait continues. */
  async repeat(signal: AbortSignal): Promise<void> {
    const { clock, report } = this.#run;
    for (;;) {
      await clock.sleep(Math.min(Math.max(this.#waitedMs / 4, repeatAfter.shortestMs), repeatAfter.longestMs), signal);
      if (this.#shown === undefined) continue;
      this.#addCost();
      const { subject, state } = this.#shown;
      const spent = this.#spent > 0 ? `, about ${dollars(this.#spent)} so far` : "";
      report(`${subject} still ${state} (${formatDuration(this.#waitedMs)}${spent})`);
    }
  }

  get #waitedMs(): number {
    return this.#run.clock.now() - this.#since;
  }

  /** Adds the cost of the shown state up to now. */
  #addCost(): void {
    const now = this.#run.clock.now();
    this.#spent += ((this.#shown?.costPerHour ?? 0) * (now - this.#seenAt)) / 3_600_000;
    this.#seenAt = now;
  }
}
