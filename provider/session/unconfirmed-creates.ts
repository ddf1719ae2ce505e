import { type Clock, PlatformError, TimeoutError } from "../../client";

/** Pauses after a lost connection. The effect of the request shows at once, or shortly afterwards. */
const afterLossMs = [2_000];
/** Pauses after a time-out. RunPod or a gateway may still process the request. */
const afterTimeoutMs = [4_000, 16_000];

/** Statuses of a gateway's time-out. 524 is not a standard status, but a widespread proxy uses it. */
const gatewayTimeouts: ReadonlySet<number | undefined> = new Set([504, 524]);

/** The requests of a creation whose responses are missing. */
interface Unconfirmed {
  readonly requests: number;
  /** After the last request of the creation, the effect of every request must show within this time. */
  readonly gracePeriodMs: number;
  readonly endsAt: number;
}

export function mayHaveHadEffect(error: unknown): boolean {
  return error instanceof PlatformError && error.outcomeUnknown;
}

/**
 * Returns the pauses between searches for the resource of a failed request, in milliseconds at time scale 1. The error
 * decides how long RunPod may still need.
 */
export function pausesAfter(error: unknown): readonly number[] {
  const isSlow = error instanceof TimeoutError || (error instanceof PlatformError && gatewayTimeouts.has(error.status));
  return isSlow ? afterTimeoutMs : afterLossMs;
}

/** Creates whose response is missing, by their marker. Their effect may show at any time. */
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

  /**
   * Returns the ids of items that existed before the first request of an unconfirmed creation, if a search recorded
   * them.
   */
  before(marker: string): ReadonlySet<string> | undefined {
    return this.#before.get(marker);
  }

  keepBefore(marker: string, ids: ReadonlySet<string>): void {
    if (this.has(marker)) this.#before.set(marker, ids);
  }

  /** Returns the milliseconds until the effect of every request must show. */
  remainingMs(marker: string): number {
    return Math.max(0, (this.#creations.get(marker)?.endsAt ?? 0) - this.#clock.now());
  }

  /** Records another request whose effect is unknown. */
  add(marker: string, error: unknown): void {
    const { requests = 0, gracePeriodMs = 0 } = this.#creations.get(marker) ?? {};
    const needed = pausesAfter(error).reduce((sum, ms) => sum + ms, 0) * this.#timeScale;
    this.#set(marker, { requests: requests + 1, gracePeriodMs: Math.max(gracePeriodMs, needed) });
  }

  /**
   * Restarts the grace period. A later request of the creation succeeded, and the effect of the earlier requests may
   * still show from now on.
   */
  restartGracePeriod(marker: string): void {
    const creation = this.#creations.get(marker);
    if (creation !== undefined) this.#set(marker, creation);
  }

  /** Records that a search has found the effect of one request. A further item may be a copy, so it counts for no request. */
  settle(marker: string): void {
    const creation = this.#creations.get(marker);
    if (creation === undefined) return;
    if (creation.requests > 1) this.#creations.set(marker, { ...creation, requests: creation.requests - 1 });
    else this.end(marker);
  }

  end(marker: string): void {
    this.#creations.delete(marker);
    this.#before.delete(marker);
  }

  #set(marker: string, creation: Omit<Unconfirmed, "endsAt">): void {
    this.#creations.set(marker, { ...creation, endsAt: this.#clock.now() + creation.gracePeriodMs });
  }
}
