import type { Clock } from "../clock";
import { PlatformError } from "../errors/platform-error";
import { orAborted } from "../http/or-aborted";

/**
 * How old a list may be that reads share, unless they say otherwise. A refresh of hundreds of resources takes longer
 * than a few seconds, since the engine reads a handful at a time, and is the better for one moment seen in all of them.
 */
export const SHARED_FOR_MS = 30_000;

interface Stored<T> {
  readonly answer: { readonly value: T } | { readonly refusal: unknown };
  /** When it was asked for: what it shows may be that old. */
  readonly askedAt: number;
}

interface Flight<T> {
  readonly answer: Promise<T>;
  readonly cancel: AbortController;
  passengers: number;
}

/**
 * One list of the platform, shared by all who read it. Calls that meet share one request; it is cancelled when none of
 * them waits any more. A write, whatever its outcome, makes everything asked for before its end unfit for later readers.
 * That the key may not read it is remembered like a list: hundreds of readers would each be told so by a request.
 */
export class Snapshot<T> {
  readonly #load: (signal: AbortSignal) => Promise<T>;
  readonly #clock: Clock;
  #generation = 0;
  #stored: Stored<T> | undefined;
  #flight: Flight<T> | undefined;

  constructor(load: (signal: AbortSignal) => Promise<T>, clock: Clock) {
    this.#load = load;
    this.#clock = clock;
  }

  /** At most `maxAgeMs` old; 0 asks the platform, or joins a request that is under way. */
  async read(maxAgeMs: number, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    const stored = this.#stored;
    if (stored !== undefined && maxAgeMs > 0 && this.#clock.now() - stored.askedAt <= maxAgeMs) {
      if ("refusal" in stored.answer) throw stored.answer.refusal;
      return stored.answer.value;
    }
    this.#flight ??= this.#depart();
    return board(this.#flight, signal);
  }

  /** Runs a write of the same kind. */
  async write<R>(work: () => Promise<R>): Promise<R> {
    try {
      return await work();
    } finally {
      this.forget();
    }
  }

  /** After a write that took another way. */
  forget(): void {
    this.#generation += 1;
    this.#stored = undefined;
    this.#flight = undefined;
  }

  #depart(): Flight<T> {
    const cancel = new AbortController();
    const flight: Flight<T> = { answer: this.#fetch(cancel.signal), cancel, passengers: 0 };
    const land = () => {
      if (this.#flight === flight) this.#flight = undefined;
    };
    flight.answer.then(land, land);
    cancel.signal.addEventListener("abort", land);
    return flight;
  }

  async #fetch(signal: AbortSignal): Promise<T> {
    const generation = this.#generation;
    const askedAt = this.#clock.now();
    const keep = (answer: Stored<T>["answer"]) => {
      if (generation === this.#generation) this.#stored = { answer, askedAt };
    };
    try {
      const value = await this.#load(signal);
      keep({ value });
      return value;
    } catch (error) {
      if (isRefusal(error)) keep({ refusal: error });
      throw error;
    }
  }
}

/** The key itself is what stands in the way, and the next reader has the same. */
function isRefusal(error: unknown): boolean {
  return error instanceof PlatformError && (error.code === "AUTHENTICATION" || error.code === "PERMISSION");
}

async function board<T>(flight: Flight<T>, signal: AbortSignal | undefined): Promise<T> {
  flight.passengers += 1;
  try {
    return await orAborted(flight.answer, signal);
  } finally {
    flight.passengers -= 1;
    if (flight.passengers === 0) flight.cancel.abort();
  }
}
