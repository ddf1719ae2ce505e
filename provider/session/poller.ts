import { type Clock, PlatformError } from "../../client";

export interface PollerOptions<T> {
  /**
   * Prepares one round of reads, in as few requests as possible, and returns how to read each object. `undefined` stands
   * for a missing object, a promise for a request of its own. A failed preparation concerns every object, a failed read
   * only its own.
   */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<ReadOne<T>>;
  readonly clock: Clock;
  /** Multiplies the two bounds. */
  readonly timeScale: number;
  readonly shortestMs: number;
  readonly longestMs: number;
  /** Rounds become rarer with the number of their requests, up to this interval. Absent: a round counts as one request. */
  readonly longestRoundMs?: number;
  /** Each object takes a request of its own. Default: as many do as in the round before. */
  readonly each?: boolean;
}

export type ReadOne<T> = (id: string) => T | undefined | Promise<T | undefined>;

/** Until a new object is read, in milliseconds before they are scaled. Objects that a program creates together share the read. */
const firstLookMs = 100;

interface Watch<T> {
  readonly id: string;
  readonly since: number;
  /** A wait, and not a single read. */
  readonly isWait: boolean;
  /** A round has included it. */
  seen: boolean;
  readonly onSnapshot: (snapshot: T | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** One loop reads all objects of a kind that have a watch in this process. It ends with the last watch. */
export class Poller<T> {
  readonly #watches = new Set<Watch<T>>();
  readonly #options: PollerOptions<T>;
  #stop: AbortController | undefined;
  /** When the last round began, by the clock. */
  #lastRoundAt = Number.NEGATIVE_INFINITY;
  /** The requests of the last round. */
  #lastRequests = 1;
  /** The last early look ended a wait, so the next one is worth its request. */
  #endsEarly = false;
  /** Ends the present pause, so that a new watch does not sit out the long interval of an old one. */
  #wake = new AbortController();

  constructor(options: PollerOptions<T>) {
    this.#options = options;
  }

  /**
   * Hands over each snapshot until one is enough. Rejects with the error of a read that would fail again, with an error
   * of `isEnough`, or with the signal's reason.
   */
  watch(id: string, isEnough: (snapshot: T | undefined) => boolean, signal: AbortSignal): Promise<void> {
    return this.#watch({ id, isWait: true }, isEnough, signal);
  }

  /** The snapshot of the next round. */
  async next(id: string, signal: AbortSignal): Promise<T | undefined> {
    let next: T | undefined;
    const take = (snapshot: T | undefined) => {
      next = snapshot;
      return true;
    };
    await this.#watch({ id, isWait: false }, take, signal);
    return next;
  }

  /** Reads one object now. */
  async read(id: string, signal: AbortSignal): Promise<T | undefined> {
    const readOne = await this.#options.read([id], signal);
    return await readOne(id);
  }

  #watch(
    of: Pick<Watch<T>, "id" | "isWait">,
    isEnough: (snapshot: T | undefined) => boolean,
    signal: AbortSignal,
  ): Promise<void> {
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
      const watch = { ...of, since: this.#options.clock.now(), seen: false, onSnapshot, onError: fail };
      if (signal.aborted) return onAbort();
      signal.addEventListener("abort", onAbort, { once: true });
      this.#watches.add(watch);
      if (this.#stop === undefined) this.#start();
      else this.#wake.abort();
    });
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

  /** A new watch shortens the pause. The elapsed time counts, or a stream of new watches would postpone the read for ever. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const began = clock.now();
    for (;;) {
      this.#wake = new AbortController();
      const wake = this.#wake.signal;
      const until = Math.max(began + this.#interval(), this.#lastRoundAt + this.#leastGap());
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

  /** Early looks follow each other quickly only as long as each of them ends a wait. */
  #leastGap(): number {
    const isWorthIt = this.#endsEarly && this.#looksEarly() && this.#newWaits().length > 0;
    return isWorthIt ? this.#firstLook() : this.#shortest();
  }

  #firstLook(): number {
    return firstLookMs * this.#options.timeScale;
  }

  #newWaits(): Watch<T>[] {
    return [...this.#watches].filter(({ isWait, seen }) => isWait && !seen);
  }

  /** The first look comes early, if it is one request: some objects are ready at once. */
  #looksEarly(): boolean {
    return this.#requests() === 1 && [...this.#watches].some(({ seen }) => !seen);
  }

  /** The requests of the next round, as far as known. */
  #requests(): number {
    const { each, longestRoundMs } = this.#options;
    if (longestRoundMs === undefined) return 1;
    return each === true ? this.#ids().length : this.#lastRequests;
  }

  /** The longer a wait takes, the rarer its reads: an eighth of its age more does not matter. */
  #interval(): number {
    const { clock, longestMs, longestRoundMs, timeScale } = this.#options;
    if (this.#looksEarly()) return this.#firstLook();
    const youngest = Math.max(...[...this.#watches].map(({ since }) => since));
    const interval = Math.min(Math.max((clock.now() - youngest) / 8, this.#shortest()), longestMs * timeScale);
    return Math.max(interval, Math.min(interval * this.#requests(), (longestRoundMs ?? 0) * timeScale));
  }

  #ids(): string[] {
    return [...new Set([...this.#watches].map(({ id }) => id))];
  }

  async #round(signal: AbortSignal): Promise<void> {
    this.#lastRoundAt = this.#options.clock.now();
    const watches = [...this.#watches];
    const looksEarlyAt = this.#newWaits().filter(({ since }) => this.#lastRoundAt - since <= 2 * this.#firstLook());
    for (const watch of watches) watch.seen = true;
    const ids = this.#ids();
    let reads: ReadonlyMap<string, PromiseSettledResult<T | undefined>>;
    try {
      const readOne = await this.#options.read(ids, signal);
      const answers = ids.map(readOne);
      const alone = answers.filter((answer) => answer instanceof Promise).length;
      this.#lastRequests = ids.length === 1 ? 1 : 1 + alone;
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

/** Whether the next read may well succeed. */
function isTransient(error: unknown): boolean {
  return error instanceof PlatformError && error.retryable;
}
