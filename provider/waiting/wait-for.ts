import { withTimeout } from "../../client/values/clock";
import { formatDuration } from "../../client/values/duration";
import { dollars } from "../../client/values/money";
import type { Poller } from "../session/poller";
import type { Run } from "../session/run";

/** How one snapshot of an object is judged. */
export interface Verdict {
  readonly ok: boolean;
  /** For people: `pod abc to leave STARTING`. */
  readonly waitingFor: string;
  /** The reason why waiting longer is pointless. */
  readonly fatal?: string | undefined;
}

/** Pure: depends only on the snapshot. `undefined` stands for a missing object. */
export type Condition<T> = (snapshot: T | undefined) => Verdict;

/** The end of a wait whose condition was not met. Each carries the last snapshot. */
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

/** The user's view of a snapshot. */
export interface Progress {
  /** With its verb: `pod abc is`. */
  readonly subject: string;
  readonly state: string;
  /** US dollars an hour, if known. */
  readonly costPerHour?: number | undefined;
}

export interface Wait<T> {
  readonly id: string;
  readonly poller: Poller<T>;
  /** The latest known snapshot, judged before any request. */
  readonly first: T | undefined;
  readonly condition: Condition<T>;
  /** By the run's clock. */
  readonly deadline: number;
  /**
   * Describes a snapshot for a report: each new state (`first` included, the last state not), and again and again a state
   * that lasts. Absent: no reports. `undefined` for a snapshot with nothing to report.
   */
  readonly describe?: (snapshot: T | undefined) => Progress | undefined;
}

/** Waits until the condition holds for an object. Reads once more before it gives up on time. */
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

/** A state that lasts is reported again after a minute, and then ever more rarely: in milliseconds, never scaled. */
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

  /** Also while RunPod does not respond: a line says that the wait goes on. */
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

  /** The cost of the state shown, up to now. */
  #addCost(): void {
    const now = this.#run.clock.now();
    this.#spent += ((this.#shown?.costPerHour ?? 0) * (now - this.#seenAt)) / 3_600_000;
    this.#seenAt = now;
  }
}
