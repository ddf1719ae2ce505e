import { type Clock, PlatformError } from "../../client";

export interface PollerOptions<T> {
  /**
   * Prepares one round of reads with as few requests as possible, and returns a function that reads each object. The
   * function returns `undefined` for a missing object, and a promise if it needs another request. A failed preparation
   * affects all objects, and a failed read affects a single object. `prepared` takes the number of requests of the preparation. If
   * nobody calls it, the preparation for several objects counts as one request.
   */
  readonly read: (
    ids: readonly string[],
    signal: AbortSignal,
    prepared?: (requests: number) => void,
  ) => Promise<ReadOne<T>>;
  readonly clock: Clock;
  /** Factor for the shortest and the longest interval. */
  readonly timeScale: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /**
   * Longest interval between rounds. The more requests a round has, the longer the poller waits before the next round.
   * Without this interval, a round counts as one request.
   */
  readonly longestRoundMs?: number;
  /** True if each object needs its own request. Default: the number of requests in the last round. */
  readonly each?: boolean;
}

export type ReadOne<T> = (id: string) => T | undefined | Promise<T | undefined>;

/**
 * Milliseconds, at time scale 1, between the newest watch and the first read of it. A stream of new objects shares this
 * read, which comes after the shortest interval at the latest.
 */
const firstLookMs = 100;

/** Longest pause, in milliseconds at time scale 1, for each request of a round with several requests: 20 requests a minute. */
const longestForRequestMs = 3_000;

interface Watch<T> {
  readonly id: string;
  readonly since: number;
  /** True if a round has included the watch. */
  seen: boolean;
  readonly onSnapshot: (snapshot: T | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** Reads all watched objects of a kind in one loop for this process. The loop ends with the last watch. */
export class Poller<T> {
  readonly #watches = new Set<Watch<T>>();
  readonly #options: PollerOptions<T>;
  #stop: AbortController | undefined;
  /** Time at which the last round began. */
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  /** Number of requests in the last round. */
  #lastRequests = 1;
  /** True if the last early read ended a wait. Another early read is then worth its request. */
  #endsEarly = false;
  /** Ends the present pause, so that a new watch does not wait for the long interval of an old watch. */
  #wake = new AbortController();

  constructor(options: PollerOptions<T>) {
    this.#options = options;
  }

  /**
   * Passes each snapshot to `isEnough` until it returns true. Rejects with a read error that is not temporary, with an
   * error of `isEnough`, or with the signal's reason.
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

  /** Reads one object at once, without waiting for the next round. */
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

  /** Waits for the next round. A new watch changes the time of this round. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const began = clock.now();
    for (;;) {
      this.#wake = new AbortController();
      const wake = this.#wake.signal;
      const next = this.#looksEarly() ? this.#firstLookAt() : began + this.#interval();
      const until = Math.max(next, this.#lastRoundAt + this.#leastGap());
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
   * Returns the shortest gap between rounds. Early reads follow each other quickly only while each of them ends a wait.
   */
  #leastGap(): number {
    return this.#endsEarly && this.#looksEarly() ? this.#firstLook() : this.#shortest();
  }

  #firstLook(): number {
    return firstLookMs * this.#options.timeScale;
  }

  /** Returns the time of the early read: shortly after the newest watch, so that objects from one burst share it. */
  #firstLookAt(): number {
    const begun = this.#newWatches().map(({ since }) => since);
    return Math.min(Math.max(...begun) + this.#firstLook(), Math.min(...begun) + this.#shortest());
  }

  #newWatches(): Watch<T>[] {
    return [...this.#watches].filter(({ seen }) => !seen);
  }

  /**
   * Tells whether to read early. The first read of an object comes early if the round needs at most one request for each new
   * object, because some objects are ready at once.
   */
  #looksEarly(): boolean {
    const { length } = this.#newWatches();
    return length > 0 && this.#requests() <= (this.#options.each === true ? 1 : length);
  }

  /** Estimates the number of requests in the next round. */
  #requests(): number {
    const { each, longestRoundMs } = this.#options;
    if (longestRoundMs === undefined) return 1;
    const most = this.#ids().length;
    return each === true ? most : Math.min(most, this.#lastRequests);
  }

  /**
   * Returns the interval between rounds: within bounds, an eighth of the age of the youngest watch. So a long wait
   * reads less often.
   */
  #interval(): number {
    const { clock, longestMs, longestRoundMs, timeScale } = this.#options;
    const youngest = Math.max(...[...this.#watches].map(({ since }) => since));
    const interval = Math.min(Math.max((clock.now() - youngest) / 8, this.#shortest()), longestMs * timeScale);
    const all = Math.min(interval, longestForRequestMs * timeScale) * this.#requests();
    return Math.max(interval, Math.min(all, (longestRoundMs ?? 0) * timeScale));
  }

  #ids(): string[] {
    return [...new Set([...this.#watches].map(({ id }) => id))];
  }

  async #round(signal: AbortSignal): Promise<void> {
    this.#lastRoundAt = this.#options.clock.now();
    const watches = [...this.#watches];
    const looksEarlyAt = this.#newWatches().filter(({ since }) => this.#lastRoundAt - since <= 2 * this.#firstLook());
    for (const watch of watches) watch.seen = true;
    const ids = this.#ids();
    let reads: ReadonlyMap<string, PromiseSettledResult<T | undefined>>;
    let prepared = ids.length === 1 ? 0 : 1;
    try {
      const readOne = await this.#options.read(ids, signal, (requests) => {
        prepared = requests;
      });
      const answers = ids.map(readOne);
      const alone = answers.filter((answer) => answer instanceof Promise).length;
      this.#lastRequests = Math.max(1, prepared + alone);
      const results = await Promise.allSettled(answers);
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
    if (looksEarlyAt.length > 0) this.#endsEarly = looksEarlyAt.some((watch) => !this.#watches.has(watch));
  }
}

/** Tells whether the next read may succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof PlatformError && error.retryable;
}
