import { isNotFound, substitute } from "../http/answers/substitute";

/** Cancels a job when the signal fires, even if no caller waits for the job. */
export class CancelOnAbort {
  readonly #signal: AbortSignal | undefined;
  readonly #cancel: () => Promise<unknown>;
  #cancelling: Promise<unknown> | undefined;

  /** Without a signal, this object never cancels the job. */
  constructor(signal: AbortSignal | undefined, cancel: () => Promise<unknown>) {
    this.#signal = signal;
    this.#cancel = cancel;
  }

  arm(): void {
    if (this.#signal?.aborted === true) this.#onAbort();
    else this.#signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  /** Stops listening. Call this method when the job has ended. */
  disarm(): void {
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  /** Resolves when the job is cancelled, and rejects if the cancel fails. Resolves at once if no cancel was sent. */
  async cancelled(): Promise<void> {
    await this.#cancelling;
  }

  readonly #onAbort = (): void => {
    // A job that no longer exists needs no cancel.
    this.#cancelling ??= substitute(this.#cancel(), isNotFound, undefined);
    this.#cancelling.catch(() => undefined);
  };
}
