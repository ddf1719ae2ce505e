import { type Clock, systemClock } from "../../client";

/**
 * This machine's time, which a test can advance. Sleepers whose time has come then wake up. So an event in the test ends a wait, and a
 * busy machine does not make the test fail.
 */
export class MovableClock implements Clock {
  #ahead = 0;
  #moved = new AbortController();

  now(): number {
    return systemClock.now() + this.#ahead;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
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
