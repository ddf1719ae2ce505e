import type { Clock } from "../clock";

export interface GracefulAbortOptions {
  readonly clock: Clock;
  /** How long a request that is in flight when the signal fires may continue. */
  readonly graceMs: number;
}

/** Aborts one attempt: when its signal fires, or, once the request is in flight, a grace period later. */
export class GracefulAbort {
  readonly #callSignal: AbortSignal;
  readonly #options: GracefulAbortOptions;
  readonly #stop = new AbortController();
  readonly #finished = new AbortController();
  #isGraced = false;

  constructor(callSignal: AbortSignal, options: GracefulAbortOptions) {
    this.#callSignal = callSignal;
    this.#options = options;
    callSignal.addEventListener("abort", this.#fire, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether the attempt outlives its signal, so that the outcome of an aborted request is unknown. */
  get isGraced(): boolean {
    return this.#isGraced;
  }

  /** The request has begun to leave this machine. */
  started(): void {
    if (this.#options.graceMs === 0) return;
    this.#isGraced = true;
    this.#callSignal.removeEventListener("abort", this.#fire);
    this.#callSignal.addEventListener("abort", this.#fireLater, { once: true });
  }

  /** Removes the listeners and the timer when the attempt is over. */
  dispose(): void {
    this.#callSignal.removeEventListener("abort", this.#fire);
    this.#callSignal.removeEventListener("abort", this.#fireLater);
    this.#finished.abort();
  }

  readonly #fire = (): void => this.#stop.abort(this.#callSignal.reason);

  readonly #fireLater = (): void => {
    const { clock, graceMs } = this.#options;
    clock.sleep(graceMs, this.#finished.signal).then(this.#fire, () => undefined);
  };
}
