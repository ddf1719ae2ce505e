import type { Clock } from "../clock";

export interface EndingOptions {
  readonly clock: Clock;
  /** How much longer than its signal a request may live that was on its way by then. */
  readonly graceMs: number;
}

/** When one attempt is broken off: as its signal fires, or, once the request is on its way, a grace later. */
export class Ending {
  readonly #early: AbortSignal;
  readonly #options: EndingOptions;
  readonly #stop = new AbortController();
  readonly #over = new AbortController();
  #isGraced = false;

  constructor(early: AbortSignal, options: EndingOptions) {
    this.#early = early;
    this.#options = options;
    early.addEventListener("abort", this.#fire, { once: true });
  }

  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Whether it outlives its signal, and what became of the request is then unknown. */
  get isGraced(): boolean {
    return this.#isGraced;
  }

  /** The request has begun to leave this machine. */
  begun(): void {
    if (this.#options.graceMs === 0) return;
    this.#isGraced = true;
    this.#early.removeEventListener("abort", this.#fire);
    this.#early.addEventListener("abort", this.#fireLater, { once: true });
  }

  /** To be called once the attempt is over: no timer is left behind. */
  end(): void {
    this.#early.removeEventListener("abort", this.#fire);
    this.#early.removeEventListener("abort", this.#fireLater);
    this.#over.abort();
  }

  readonly #fire = (): void => this.#stop.abort(this.#early.reason);

  readonly #fireLater = (): void => {
    const { clock, graceMs } = this.#options;
    clock.sleep(graceMs, this.#over.signal).then(this.#fire, () => undefined);
  };
}
