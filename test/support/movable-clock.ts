import { type Clock, systemClock } from "../../client";

/**
 * This machine's time, which a test can advance. Sleepers whose time has come then wake up. So an event in the test ends a wait, and a
 * busy machine does not make the test fail.
 */
export class MovableClock implements Clock {
  #ahead = 0;
  #moved = new AbortController();
  readonly #pauses = new Set<{ readonly ms: number }>();

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  /** Milliseconds of the longest current pause that began with at most this length. 0 if there is none. */
  longestPause(atMost: number): number {
    return Math.max(0, ...[...this.#pauses].map(({ ms }) => ms).filter((ms) => ms <= atMost));
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const pause = { ms };
    this.#pauses.add(pause);
    await this.#pause(ms, signal).finally(() => this.#pauses.delete(pause));
  }

  async #pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    for (const until = this.now() + ms; ; ) {
      signal?.throwIfAborted();
      const rest = until - this.now();
      if (rest <= 0) return;
      const moved = this.#moved.signal;
      try {
        await systemClock.sleep(rest, signal === undefined ? moved : AbortSignal.any([signal, moved]));
        return;
      } catch (error) {
        if (!moved.aborted || signal?.aborted === true) throw error;
      }
    }
  }

  advance(ms: number): void {
    this.#ahead += ms;
    const before = this.#moved;
    this.#moved = new AbortController();
    before.abort();
  }
}
