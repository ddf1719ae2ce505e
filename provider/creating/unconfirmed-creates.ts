import { type Clock, PlatformError, TimeoutError } from "../../client";

/** A connection was lost: what the request did shows at once, or a little later. */
const afterLossMs = [2_000];
/** The platform, or what stands before it, gave up waiting: the work may still be going on. */
const afterTimeoutMs = [4_000, 16_000];

interface Doubt {
  /** How many requests it is about. */
  readonly requests: number;
  /** What they may have made has shown itself so long after the last request of the creation. */
  readonly patienceMs: number;
  readonly over: number;
}

export function mayHaveHadEffect(error: unknown): boolean {
  return error instanceof PlatformError && error.outcomeUnknown;
}

/**
 * The pauses between looks for what a request that ended so may have made, in milliseconds before they are scaled.
 */
export function pausesAfter(error: unknown): readonly number[] {
  const isSlow = error instanceof TimeoutError || (error instanceof PlatformError && error.status === 504);
  return isSlow ? afterTimeoutMs : afterLossMs;
}

/** Requests whose effect is not known, by their creation's mark. What they have made may show up any time. */
export class Doubts {
  readonly #clock: Clock;
  readonly #timeScale: number;
  readonly #doubts = new Map<string, Doubt>();

  constructor({ clock, timeScale }: { readonly clock: Clock; readonly timeScale: number }) {
    this.#clock = clock;
    this.#timeScale = timeScale;
  }

  has(nonce: string): boolean {
    return this.#doubts.has(nonce);
  }

  /** Milliseconds until all that was made has had its time to be seen. */
  remainingMs(nonce: string): number {
    return Math.max(0, (this.#doubts.get(nonce)?.over ?? 0) - this.#clock.now());
  }

  /** Another request ended with an error that leaves its effect open. */
  add(nonce: string, error: unknown): void {
    const { requests = 0, patienceMs = 0 } = this.#doubts.get(nonce) ?? {};
    const needed = pausesAfter(error).reduce((sum, ms) => sum + ms, 0) * this.#timeScale;
    this.#set(nonce, requests + 1, Math.max(patienceMs, needed));
  }

  /** A further request of the creation was answered: the time for what the others have made begins anew. */
  prolong(nonce: string): void {
    const doubt = this.#doubts.get(nonce);
    if (doubt !== undefined) this.#set(nonce, doubt.requests, doubt.patienceMs);
  }

  /** So many of the things that the requests may have made have been found. */
  settle(nonce: string, found: number): void {
    const doubt = this.#doubts.get(nonce);
    if (doubt === undefined) return;
    if (doubt.requests > found) this.#doubts.set(nonce, { ...doubt, requests: doubt.requests - found });
    else this.end(nonce);
  }

  end(nonce: string): void {
    this.#doubts.delete(nonce);
  }

  #set(nonce: string, requests: number, patienceMs: number): void {
    this.#doubts.set(nonce, { requests, patienceMs, over: this.#clock.now() + patienceMs });
  }
}
