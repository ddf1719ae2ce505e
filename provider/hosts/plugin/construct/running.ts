import { RunError } from "@pulumi/pulumi/errors";
import { getStore } from "./sdk-runtime";

/**
 * The components under construction in this process. Pulumi's SDK leaves promises without a handler when a resource of
 * a component fails, and such a promise would end the process, which also serves all other resources.
 */
export class Running {
  readonly #failures = new Map<object, (error: unknown) => void>();
  #isWatching = false;

  /** Rejects with the error of any promise that the construction leaves without a handler, and when `signal` aborts. */
  async run<T>(signal: AbortSignal, construct: () => Promise<T>): Promise<T> {
    this.#watch();
    const store = getStore();
    signal.throwIfAborted();
    const stopped = new AbortController();
    const failure = new Promise<never>((_resolve, reject) => {
      this.#failures.set(store, reject);
      // The engine refuses to answer the SDK after a cancel, and the SDK would wait for ever.
      signal.addEventListener("abort", () => reject(signal.reason), { signal: stopped.signal });
    });
    try {
      return await Promise.race([construct(), failure]);
    } catch (error) {
      throw plainError(error);
    } finally {
      stopped.abort();
      this.#failures.delete(store);
    }
  }

  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    process.on("unhandledRejection", (error) => {
      // Node still knows the construction that the promise belongs to. Bun does not, so all of them fail.
      const own = this.#failures.get(getStore());
      for (const fail of own === undefined ? this.#failures.values() : [own]) fail(error);
    });
  }
}

/** The SDK puts the way to the failed output before the reason, once for each step. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replace(/^(error serializing property "[^"]*": )+/, "");
  return message === error.message ? error : new RunError(message);
}
