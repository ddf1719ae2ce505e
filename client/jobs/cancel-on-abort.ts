import { isNotFound, substitute } from "../http/answers/substitute";

/** Cancels a job when the signal fires, even while no caller waits for the job. */
export class CancelOnAbort {
  readonly #signal: AbortSignal | undefined;
  readonly #cancel: () => Promise<unknown>;
  #cancelling: Promise<unknown> | undefined;

  /** Without a signal nothing is cancelled. */
  constructor(signal: AbortSignal | undefined, cancel: () => Promise<unknown>) {
    this.#signal = signal;
    this.#cancel = cancel;
  }

  arm(): void {
    if (this.#signal?.aborted === true) this.#onAbort();
    else this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** The job has ended. */
  disarm(): void {
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  /** Ends once the job is cancelled, or with the error of that cancel; at once where none has begun. */
  async cancelled(): Promise<void> {
    await this.#cancelling;
  }

  readonly #onAbort = (): void => {
    // A job that no longer exists needs no cancel.
    this.#cancelling ??= substitute(this.#cancel(), isNotFound, undefined);
    this.#cancelling.catch(() => undefined);
  };
}
