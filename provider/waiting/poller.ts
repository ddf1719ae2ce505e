import { type Clock, PlatformError } from "../../client";

export interface PollerOptions<T> {
  /**
   * Prepares one round of reads, in as few requests as possible, and returns how to read each object. `undefined` stands
   * for an object that is not there. A failure of the preparation concerns every object, one of a read only its own.
   */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<(id: string) => Promise<T | undefined>>;
  readonly clock: Clock;
  /** Multiplies the two bounds. */
  readonly timeScale: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Each object costs a request of its own: rounds become rarer with their number, up to this interval. Absent: one for all. */
  readonly longestRoundMs?: number;
}

/** Until a new object is read, in milliseconds before they are scaled. Objects that a program creates together share the read. */
const firstLookMs = 100;

interface Watch<T> {
  readonly id: string;
  readonly since: number;
  /** A round has included it. */
  seen: boolean;
  readonly onSnapshot: (snapshot: T | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** One loop reads all objects of a kind that anybody in the process waits for. It ends with the last watch. */
export class Poller<T> {
  readonly #watches = new Set<Watch<T>>();
  readonly #options: PollerOptions<T>;
  #stop: AbortController | undefined;
  /** When the last round began, by the clock. */
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  /** Ends the present pause, so that a new watch does not sit out the long interval of an old one. */
  #wake = new AbortController();

  constructor(options: PollerOptions<T>) {
    this.#options = options;
  }

  /**
   * Hands over each snapshot until one is enough. Rejects with the error of a read that would fail again, with what
   * `isEnough` throws, or with the signal's reason.
   */
  watch(id: string, isEnough: (snapshot: T | undefined) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end = (settle: () => void) => {
        signal.removeEventListener("abort", onAbort);
        this.#unwatch(watch);
        settle();
      };
      const fail = (error: unknown) => end(() => reject(error));
      const onAbort = () => fail(signal.reason);
      const onSnapshot = (snapshot: T | undefined) => {
        try {
          if (isEnough(snapshot)) end(resolve);
        } catch (error) {
          fail(error);
        }
      };
      const watch = { id, since: this.#options.clock.now(), seen: false, onSnapshot, onError: fail };
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.#watches.add(watch);
      if (this.#stop === undefined) this.#start();
      else this.#wake.abort();
    });
  }

  /** Reads one object now. */
  async read(id: string, signal: AbortSignal): Promise<T | undefined> {
    const readOne = await this.#options.read([id], signal);
    return await readOne(id);
  }

  #unwatch(watch: Watch<T>): void {
    this.#watches.delete(watch);
    if (this.#watches.size > 0) return;
    this.#stop?.abort();
    this.#stop = undefined;
  }

  #start(): void {
    const stop = new AbortController();
    this.#stop = stop;
    this.#run(stop.signal).catch((error: unknown) => {
      if (stop.signal.aborted) return;
      for (const watch of [...this.#watches]) watch.onError(error);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(signal);
      await this.#round(signal);
    }
  }

  /** A new watch shortens the pause. The time that has passed counts, or a stream of new watches would put it off for ever. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const began = clock.now();
    for (;;) {
      this.#wake = new AbortController();
      const wake = this.#wake.signal;
      const until = Math.max(began + this.#interval(), this.#lastRoundAt + this.#shortest());
      try {
        await clock.sleep(Math.max(0, until - clock.now()), AbortSignal.any([signal, wake]));
        return;
      } catch (error) {
        if (!wake.aborted || signal.aborted) throw error;
      }
    }
  }

  #shortest(): number {
    return this.#options.shortestMs * this.#options.timeScale;
  }

  /**
   * The first look comes early: some objects are ready at once. Then the longer a wait takes, the rarer its reads: an eighth
   * of its age more does not matter.
   */
  #interval(): number {
    const { clock, longestMs, longestRoundMs, timeScale } = this.#options;
    const watches = [...this.#watches];
    if (longestRoundMs === undefined && watches.some(({ seen }) => !seen)) return firstLookMs * timeScale;
    const youngest = Math.max(...watches.map(({ since }) => since));
    const interval = Math.min(Math.max((clock.now() - youngest) / 8, this.#shortest()), longestMs * timeScale);
    const objects = new Set(watches.map(({ id }) => id)).size;
    return Math.max(interval, Math.min(interval * objects, (longestRoundMs ?? 0) * timeScale));
  }

  async #round(signal: AbortSignal): Promise<void> {
    this.#lastRoundAt = this.#options.clock.now();
    const watches = [...this.#watches];
    for (const watch of watches) watch.seen = true;
    const ids = [...new Set(watches.map(({ id }) => id))];
    let reads: ReadonlyMap<string, PromiseSettledResult<T | undefined>>;
    try {
      const readOne = await this.#options.read(ids, signal);
      const results = await Promise.allSettled(ids.map(readOne));
      reads = new Map(results.map((result, index) => [ids[index] ?? "", result]));
    } catch (error) {
      if (signal.aborted || !isTransient(error)) throw error;
      return;
    }
    for (const watch of watches) {
      const read = reads.get(watch.id);
      if (read === undefined || !this.#watches.has(watch)) continue;
      if (read.status === "fulfilled") watch.onSnapshot(read.value);
      else if (!isTransient(read.reason)) watch.onError(read.reason);
    }
  }
}

/** Whether the next read may well succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof PlatformError && error.retryable;
}
