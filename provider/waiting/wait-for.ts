import type { Clock } from "../../client";
import { dollars } from "../../client/values/money";
import { formatDuration } from "../planning/durations";
import type { Condition } from "./condition";
import type { Poller } from "./poller";

/** Why a wait ended without its condition being met. Each carries the last snapshot. */
export abstract class AwaitError<T> extends Error {
  constructor(
    message: string,
    readonly last: T | undefined,
    readonly waitedMs: number,
  ) {
    super(message);
  }
}

export class AwaitFailedError<T> extends AwaitError<T> {
  override readonly name = "AwaitFailedError";
}

export class AwaitTimeoutError<T> extends AwaitError<T> {
  override readonly name = "AwaitTimeoutError";
}

export class AwaitCancelledError<T> extends AwaitError<T> {
  override readonly name = "AwaitCancelledError";
}

/** Of a state that lasts, a line follows after a minute, and then ever more rarely: in milliseconds, never scaled. */
const heartbeat = { shortestMs: 60_000, longestMs: 600_000 };

/** What the user reads of a snapshot. */
export interface Progress {
  /** With its verb: `pod abc is`. */
  readonly subject: string;
  readonly state: string;
  /** US dollars an hour, where that is known. */
  readonly costPerHour?: number | undefined;
}

export interface AwaitRequest<T> {
  readonly id: string;
  /** The latest known snapshot, judged before anything is asked. */
  readonly first: T | undefined;
  readonly condition: Condition<T>;
  readonly poller: Poller<T>;
  readonly look: () => Promise<T | undefined>;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Each new state that is not the end is reported, `first` included, and one that lasts time and again. */
  readonly progress?: {
    /** `undefined`: there is nothing to say of it. */
    readonly describe: (snapshot: T | undefined) => Progress | undefined;
    readonly report: (line: string) => void;
  };
}

/** Waits until the condition holds for an object. Looks once more before it gives up on time. */
export async function awaitCondition<T>(request: AwaitRequest<T>): Promise<T | undefined> {
  const { clock, condition, timeoutMs } = request;
  const since = clock.now();
  const waited = () => clock.now() - since;
  const reporter = new Reporter(request, since);
  let last = request.first;

  const judge = (snapshot: T | undefined): boolean => {
    last = snapshot;
    const verdict = condition(snapshot);
    if (verdict.ok) return true;
    if (verdict.fatal !== undefined) throw new AwaitFailedError(verdict.fatal, last, waited());
    reporter.see(snapshot);
    return false;
  };

  if (judge(request.first)) return last;
  const over = new AbortController();
  reporter.beat(over.signal).catch(() => undefined);
  const outcome = await watchUntil(request, judge).finally(() => over.abort());
  if (outcome === "met") return last;
  if (outcome === "cancelled") throw new AwaitCancelledError("the wait was cancelled", last, waited());
  if (judge(await request.look())) return last;
  const { waitingFor } = condition(last);
  throw new AwaitTimeoutError(`gave up waiting for ${waitingFor}`, last, timeoutMs);
}

class Reporter<T> {
  readonly #request: Pick<AwaitRequest<T>, "clock" | "progress">;
  readonly #since: number;
  #shown: Progress | undefined;
  #seenAt: number;
  #spent = 0;

  constructor(request: Pick<AwaitRequest<T>, "clock" | "progress">, since: number) {
    this.#request = request;
    this.#since = since;
    this.#seenAt = since;
  }

  see(snapshot: T | undefined): void {
    const { progress } = this.#request;
    if (progress === undefined) return;
    this.#count();
    const before = this.#shown;
    this.#shown = progress.describe(snapshot);
    if (this.#shown === undefined) return;
    const { subject, state, costPerHour } = this.#shown;
    if (before?.state === state) return;
    const rate = costPerHour ? `, ${dollars(costPerHour)} an hour` : "";
    progress.report(`${subject} ${state} (${formatDuration(this.#request.clock.now() - this.#since)}${rate})`);
  }

  /** Also while the platform does not respond: a line says that the wait goes on. */
  async beat(signal: AbortSignal): Promise<void> {
    const { clock, progress } = this.#request;
    for (;;) {
      const waitedMs = clock.now() - this.#since;
      await clock.sleep(Math.min(Math.max(waitedMs / 4, heartbeat.shortestMs), heartbeat.longestMs), signal);
      if (this.#shown === undefined) continue;
      this.#count();
      const { subject, state } = this.#shown;
      const spent = this.#spent > 0 ? `, about ${dollars(this.#spent)} so far` : "";
      progress?.report(`${subject} still ${state} (${formatDuration(clock.now() - this.#since)}${spent})`);
    }
  }

  /** What the state so far has cost. */
  #count(): void {
    const now = this.#request.clock.now();
    this.#spent += ((this.#shown?.costPerHour ?? 0) * (now - this.#seenAt)) / 3_600_000;
    this.#seenAt = now;
  }
}

function watchUntil<T>(
  { id, poller, clock, timeoutMs, signal }: AwaitRequest<T>,
  judge: (snapshot: T | undefined) => boolean,
): Promise<"met" | "timeout" | "cancelled"> {
  return new Promise((resolve, reject) => {
    const deadline = new AbortController();
    const end = (finish: () => void) => {
      unwatch();
      deadline.abort();
      signal.removeEventListener("abort", onCancel);
      finish();
    };
    const onCancel = () => end(() => resolve("cancelled"));
    const unwatch = poller.watch(
      id,
      (snapshot) => {
        try {
          if (judge(snapshot)) end(() => resolve("met"));
        } catch (error) {
          end(() => reject(error));
        }
      },
      (error) => end(() => reject(error)),
    );
    clock.sleep(timeoutMs, deadline.signal).then(
      () => end(() => resolve("timeout")),
      () => undefined,
    );
    signal.addEventListener("abort", onCancel, { once: true });
    if (signal.aborted) onCancel();
  });
}
