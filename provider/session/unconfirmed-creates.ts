import { type Clock, PlatformError, TimeoutError } from "../../client";

/** After a lost connection the effect of a request shows at once, or a little later. */
const afterLossMs = [2_000];
/** After a time-out RunPod, or a gateway before it, may still be at work. */
const afterTimeoutMs = [4_000, 16_000];

/** The second is the status of a widespread proxy. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([504, 524]);

interface Unconfirmed {
  readonly requests: number;
  /** The effect of every request shows within this time after the last request of the creation. */
  readonly gracePeriodMs: number;
  readonly endsAt: number;
}

export function mayHaveHadEffect(error: unknown): boolean {
  return error instanceof PlatformError && error.outcomeUnknown;
}

/** Milliseconds between searches for the resource of a request that ended with the error. Not scaled yet. */
export function pausesAfter(error: unknown): readonly number[] {
  const isSlow = error instanceof TimeoutError || (error instanceof PlatformError && gatewayTimeouts.has(error.status));
  return isSlow ? afterTimeoutMs : afterLossMs;
}

/** Creates without a response, by the marker of their creation. Their effect may show at any time. */
export class UnconfirmedCreates {
  readonly #clock: Clock;
  readonly #timeScale: number;
  readonly #creations = new Map<string, Unconfirmed>();
  readonly #before = new Map<string, ReadonlySet<string>>();

  constructor({ clock, timeScale }: { readonly clock: Clock; readonly timeScale: number }) {
    this.#clock = clock;
    this.#timeScale = timeScale;
  }

  has(marker: string): boolean {
    return this.#creations.has(marker);
  }

  /** Ids of the items from before the first request of an unconfirmed creation, if a search needed them. */
  before(marker: string): ReadonlySet<string> | undefined {
    return this.#before.get(marker);
  }

  keepBefore(marker: string, ids: ReadonlySet<string>): void {
    if (this.has(marker)) this.#before.set(marker, ids);
  }

  /** Milliseconds until the effect of every request must be visible. */
  remainingMs(marker: string): number {
    return Math.max(0, (this.#creations.get(marker)?.endsAt ?? 0) - this.#clock.now());
  }

  /** Another request ended with an error that leaves its effect open. */
  add(marker: string, error: unknown): void {
    const { requests = 0, gracePeriodMs = 0 } = this.#creations.get(marker) ?? {};
    const needed = pausesAfter(error).reduce((sum, ms) => sum + ms, 0) * this.#timeScale;
    this.#set(marker, requests + 1, Math.max(gracePeriodMs, needed));
  }

  /** A later request of the creation succeeded: the effect of the earlier requests has the same time again from now. */
  restartGracePeriod(marker: string): void {
    const creation = this.#creations.get(marker);
    if (creation !== undefined) this.#set(marker, creation.requests, creation.gracePeriodMs);
  }

  /** A search has found the effect of so many requests. */
  settle(marker: string, found: number): void {
    const creation = this.#creations.get(marker);
    if (creation === undefined) return;
    if (creation.requests > found) this.#creations.set(marker, { ...creation, requests: creation.requests - found });
    else this.end(marker);
  }

  end(marker: string): void {
    this.#creations.delete(marker);
    this.#before.delete(marker);
  }

  #set(marker: string, requests: number, gracePeriodMs: number): void {
    this.#creations.set(marker, { requests, gracePeriodMs, endsAt: this.#clock.now() + gracePeriodMs });
  }
}
