import type { Clock } from "../clock";
import { type LateSignal, lateSignal } from "../late-signal";

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
  #late: LateSignal | undefined;

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
    return this.#late !== undefined;
  }

  /** The request has begun to leave this machine. */
  begun(): void {
    if (this.#options.graceMs === 0 || this.isGraced) return;
    this.#early.removeEventListener("abort", this.#fire);
    this.#late = lateSignal(this.#early, this.#options);
    this.#late.signal.addEventListener("abort", this.#fire, { once: true });
  }

  /** To be called once the attempt is over. */
  end(): void {
    this.#early.removeEventListener("abort", this.#fire);
    this.#late?.end();
  }

  readonly #fire = (): void => this.#stop.abort(this.#early.reason);
}
