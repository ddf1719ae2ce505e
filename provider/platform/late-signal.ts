import type { Clock } from "./clock";

export interface LateSignal {
  readonly signal: AbortSignal;
  /** To be called once the work is over: no timer is left behind. */
  end(): void;
}

/**
 * A signal that fires a while after the other, with its reason: for work whose answer is the only handle on what it
 * made, and which is therefore to come to its end.
 */
export function lateSignal(
  signal: AbortSignal,
  { clock, graceMs }: { readonly clock: Clock; readonly graceMs: number },
): LateSignal {
  const late = new AbortController();
  const ended = new AbortController();
  const arm = () => {
    clock.sleep(graceMs, ended.signal).then(
      () => late.abort(signal.reason),
      () => undefined,
    );
  };
  if (signal.aborted) arm();
  else signal.addEventListener("abort", arm, { once: true });
  return {
    signal: late.signal,
    end() {
      signal.removeEventListener("abort", arm);
      ended.abort();
    },
  };
}
