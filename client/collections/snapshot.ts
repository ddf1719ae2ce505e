import type { Clock } from "../../kernel/clock";
import { orAborted } from "../../kernel/clock";
import { PlatformError } from "../errors/platform-error";

/**
 * Default for the largest age of a shared list. The engine reads only a few resources at a time, so a refresh of hundreds of
 * resources takes many seconds. All these reads should see the same state of the account.
 */
export const SHARED_FOR_MS = 30_000;

interface Stored<T> {
  readonly result: { readonly value: T } | { readonly refusal: unknown };
  /** Time at which the load ended. A list of hundreds of pages loads for minutes, so its age must not count from the first page. */
  readonly loadedAt: number;
}

interface InFlight<T> {
  readonly response: Promise<T>;
  settle(response: Promise<T>): void;
  readonly cancel: AbortController;
  waiters: number;
}

/**
 * A list from RunPod that all readers share. Concurrent reads share one request, which is cancelled when the last reader stops
 * waiting. Every write, whatever its outcome, invalidates each list that was requested before the write ended. Only one list loads
 * at a time, so all readers that come after writes share the next load, and a burst of writes and reads does not load the list for
 * each of them. Readers also share a refusal of the API key. Otherwise each of hundreds of readers would send its own request.
 */
export class Snapshot<T> {
  readonly #load: (signal: AbortSignal) => Promise<T>;
  readonly #clock: Clock;
  #generation = 0;
  #stored: Stored<T> | undefined;
  /** The load that new readers join. It may still wait for the end of `#loading`. */
  #inFlight: InFlight<T> | undefined;
  /** The load that RunPod answers now. */
  #loading: InFlight<T> | undefined;

  constructor(load: (signal: AbortSignal) => Promise<T>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** Returns a list that was loaded at most `maxAgeMs` ago. With 0, the method loads a new list or joins a request in flight. */
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

  /** Runs a write to the same collection, and drops the list afterwards. */
  async write<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.forget();
    }
  }

  /** Drops the list. Call this method after a write that did not use `write`. */
  forget(): void {
    this.#generation += 1;
    this.#stored = undefined;
    if (this.#inFlight === this.#loading) this.#inFlight = undefined;
  }

  #request(): InFlight<T> {
    const cancel = new AbortController();
    let settle: InFlight<T>["settle"] = () => undefined;
    const response = new Promise<T>((resolve) => {
      settle = resolve;
    });
    const inFlight: InFlight<T> = { response, settle, cancel, waiters: 0 };
    cancel.signal.addEventListener("abort", () => this.#leave(inFlight));
    if (this.#loading === undefined) this.#begin(inFlight);
    return inFlight;
  }

  #begin(inFlight: InFlight<T>): void {
    this.#loading = inFlight;
    const response = this.#fetch(inFlight.cancel.signal);
    inFlight.settle(response);
    const leave = () => this.#leave(inFlight);
    response.then(leave, leave);
  }

  /** A load has ended, or nobody waits for it any longer. */
  #leave(inFlight: InFlight<T>): void {
    if (this.#inFlight === inFlight) this.#inFlight = undefined;
    if (this.#loading !== inFlight) return;
    this.#loading = undefined;
    if (this.#inFlight !== undefined) this.#begin(this.#inFlight);
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

/** Whether RunPod refused the API key. Every other reader uses the same key. */
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
