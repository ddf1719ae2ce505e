import type { Clock } from "../../platform";
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
  /** Called with each snapshot that is not the end, `first` included. */
  readonly onProgress?: (snapshot: T | undefined, waitingFor: string, waitedMs: number) => void;
}

/** Waits until the condition holds for an object. Looks once more before it gives up on time. */
export async function awaitCondition<T>(request: AwaitRequest<T>): Promise<T | undefined> {
  const { clock, condition, timeoutMs } = request;
  const since = clock.now();
  const waited = () => clock.now() - since;
  let last = request.first;

  const judge = (snapshot: T | undefined): boolean => {
    last = snapshot;
    const verdict = condition(snapshot);
    if (verdict.ok) return true;
    if (verdict.fatal !== undefined) throw new AwaitFailedError(verdict.fatal, last, waited());
    request.onProgress?.(snapshot, verdict.waitingFor, waited());
    return false;
  };

  if (judge(request.first)) return last;
  const outcome = await watchUntil(request, judge);
  if (outcome === "met") return last;
  if (outcome === "cancelled") throw new AwaitCancelledError("the wait was cancelled", last, waited());
  if (judge(await request.look())) return last;
  const { waitingFor } = condition(last);
  throw new AwaitTimeoutError(`gave up waiting for ${waitingFor}`, last, timeoutMs);
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
