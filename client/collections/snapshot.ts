import { PlatformError } from "../errors/platform-error";
import type { Clock } from "../values/clock";
import { orAborted } from "../values/clock";

/**
 * The default age of a shared list. A refresh of hundreds of resources takes longer than a few seconds, because the
 * engine reads a handful at a time. Such a refresh should show all resources at one moment.
 */
export const SHARED_FOR_MS = 30_000;

interface Stored<T> {
  readonly result: { readonly value: T } | { readonly refusal: unknown };
  /** The end of the load. The first of hundreds of pages is minutes older: counted from it, the list would be old at once. */
  readonly loadedAt: number;
}

interface InFlight<T> {
  readonly response: Promise<T>;
  readonly cancel: AbortController;
  waiters: number;
}

/**
 * One list of RunPod, shared by all its readers. Concurrent reads share one request, which is cancelled when the last
 * reader stops waiting. A write with any outcome invalidates every list that was requested before the write ended. A
 * refusal of the key is stored like a list: otherwise each of hundreds of readers would send its own request.
 */
export class Snapshot<T> {
  readonly #load: (signal: AbortSignal) => Promise<T>;
  readonly #clock: Clock;
  #generation = 0;
  #stored: Stored<T> | undefined;
  #inFlight: InFlight<T> | undefined;

  constructor(load: (signal: AbortSignal) => Promise<T>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Loaded at most `maxAgeMs` ago; 0 reads from RunPod, or joins a request that is in flight. */
  async read(maxAgeMs: number, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const stored = this.#stored;
    if (stored !== undefined && maxAgeMs > 0 && this.#clock.now() - stored.loadedAt <= maxAgeMs) {
      if ("refusal" in stored.result) throw stored.result.refusal;
      return stored.result.value;
    }
    this.#inFlight ??= this.#request();
    return join(this.#inFlight, signal);
  }

  /** Runs a write to the same collection. */
  async write<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.forget();
    }
  }

  /** Drops the list, after a write that took another way. */
  forget(): void {
    this.#generation += 1;
    this.#stored = undefined;
    this.#inFlight = undefined;
  }

  #request(): InFlight<T> {
    const cancel = new AbortController();
    const inFlight: InFlight<T> = { response: this.#fetch(cancel.signal), cancel, waiters: 0 };
    const settle = () => {
      if (this.#inFlight === inFlight) this.#inFlight = undefined;
    };
    inFlight.response.then(settle, settle);
    cancel.signal.addEventListener("abort", settle);
    return inFlight;
  }

  async #fetch(signal: AbortSignal): Promise<T> {
    const generation = this.#generation;
    const store = (result: Stored<T>["result"]) => {
      if (generation === this.#generation) this.#stored = { result, loadedAt: this.#clock.now() };
    };
    try {
      const value = await this.#load(signal);
      store({ value });
      return value;
    } catch (error) {
      if (isRefusal(error)) store({ refusal: error });
      throw error;
    }
  }
}

/** RunPod refused the key itself, and the next reader has the same key. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === "AUTHENTICATION" || error.code === "PERMISSION");
}

async function join<T>(inFlight: InFlight<T>, signal: AbortSignal | undefined): Promise<T> {
  inFlight.waiters += 1;
  try {
    return await orAborted(inFlight.response, signal);
  } finally {
    inFlight.waiters -= 1;
    if (inFlight.waiters === 0) inFlight.cancel.abort();
  }
}
