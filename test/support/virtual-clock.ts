import type { Clock } from "../../client";

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that moves only by `advance`. In `run`, it moves to the next sleeper when all other work is done. */
export class VirtualClock implements Clock {
  #now = 1_700_000_000_000;
  readonly #sleepers = new Set<Sleeper>();
  /** All requested pauses, in order. */
  readonly slept: number[] = [];

  now(): number {
    return this.#now;
  }

  /** Number of current pauses. Each of them would keep a process alive. */
  get sleeping(): number {
    return this.#sleepers.size;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    this.slept.push(ms);
    return new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const sleeper = { at: this.#now + ms, wake: resolve };
      this.#sleepers.add(sleeper);
      signal?.addEventListener("abort", () => {
        this.#sleepers.delete(sleeper);
        reject(signal.reason);
      });
    });
  }

  /** Does all possible work and then moves to the next sleeper, again and again, until the promise settles. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let settled = false;
    const done = () => {
      settled = true;
    };
    promise.then(done, done);
    for (;;) {
      await settle();
      if (settled) return promise;
      const next = [...this.#sleepers].sort((a, b) => a.at - b.at)[0];
      if (next === undefined) continue;
      this.#sleepers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.wake();
    }
  }

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of [...this.#sleepers].sort((a, b) => a.at - b.at)) {
      if (sleeper.at > this.#now) continue;
      this.#sleepers.delete(sleeper);
      sleeper.wake();
    }
  }
}

/** Waits until all microtasks and all ready work of the event loop are done. */
export function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
