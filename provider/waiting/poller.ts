import type { Clock } from "../../client";

/** The look at one object did not come off; it concerns nobody who waits for another. */
export class Failed {
  constructor(readonly error: unknown) {}
}

/** By id. What is missing is not there. */
export type Looks<T> = ReadonlyMap<string, T | Failed>;

export interface PollerOptions<T> {
  /** Reads what is awaited, in as few requests as there can be. What it throws concerns all of it. */
  readonly read: (ids: readonly string[], signal: AbortSignal) => Promise<Looks<T>>;
  readonly clock: Clock;
  /** Milliseconds until the next look, from the age of the youngest watch. */
  readonly interval: (ageMs: number) => number;
  /** Whether a failed look may simply be followed by the next one. */
  readonly isPassing: (error: unknown) => boolean;
}

interface Watch<T> {
  readonly id: string;
  readonly since: number;
  readonly onSnapshot: (snapshot: T | undefined) => void;
  readonly onError: (error: unknown) => void;
}

/** One loop that looks for all objects of a kind that anybody in the process waits for. It ends with the last watch. */
export class Poller<T> {
  readonly #watches = new Set<Watch<T>>();
  readonly #options: PollerOptions<T>;
  #stop: AbortController | undefined;
  /** Ends the present pause, so that a new watch is not kept waiting for an old one's long interval. */
  #wake = new AbortController();

  constructor(options: PollerOptions<T>) {
    this.#options = options;
  }

  /** Calls back with each snapshot, or once with an error, until the returned function is called. */
  watch(id: string, onSnapshot: Watch<T>["onSnapshot"], onError: Watch<T>["onError"]): () => void {
    const watch = { id, since: this.#options.clock.now(), onSnapshot, onError };
    this.#watches.add(watch);
    if (this.#stop === undefined) this.#start();
    else this.#wake.abort();
    return () => this.#unwatch(watch);
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
      const failed = [...this.#watches];
      this.#watches.clear();
      this.#stop = undefined;
      for (const watch of failed) watch.onError(error);
    });
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#pause(signal);
      await this.#look(signal);
    }
  }

  /** A new watch has its length worked out anew; what has passed counts, or a stream of new ones would put it off for ever. */
  async #pause(signal: AbortSignal): Promise<void> {
    const { clock, interval } = this.#options;
    const began = clock.now();
    for (;;) {
      this.#wake = new AbortController();
      const wake = this.#wake.signal;
      const youngest = Math.max(...[...this.#watches].map(({ since }) => since));
      const rest = interval(clock.now() - youngest) - (clock.now() - began);
      try {
        await clock.sleep(Math.max(0, rest), AbortSignal.any([signal, wake]));
        return;
      } catch (error) {
        if (!wake.aborted || signal.aborted) throw error;
      }
    }
  }

  async #look(signal: AbortSignal): Promise<void> {
    const watches = [...this.#watches];
    let looks: Looks<T>;
    try {
      looks = await this.#options.read([...new Set(watches.map(({ id }) => id))], signal);
    } catch (error) {
      if (signal.aborted || !this.#options.isPassing(error)) throw error;
      return;
    }
    // What was cut off is no answer.
    signal.throwIfAborted();
    for (const watch of watches) {
      if (this.#watches.has(watch)) this.#tell(watch, looks.get(watch.id));
    }
  }

  #tell(watch: Watch<T>, look: T | Failed | undefined): void {
    if (!(look instanceof Failed)) {
      watch.onSnapshot(look);
    } else if (!this.#options.isPassing(look.error)) {
      this.#unwatch(watch);
      watch.onError(look.error);
    }
  }
}
