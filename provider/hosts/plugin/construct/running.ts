import { RunError } from "@pulumi/pulumi/errors";
import { getStore } from "./sdk-runtime";

/**
 * The components under construction in this process. If a resource of a component fails, Pulumi's SDK leaves rejected
 * promises without a handler. Such a promise would end the process, which also serves all other resources.
 */
export class Running {
  readonly #failures = new Map<object, (error: unknown) => void>();
  #isWatching = false;

  /**
   * Runs a construction. It rejects when `signal` aborts, and with the error of any promise that the construction
   * leaves without a handler.
   */
  async run<T>(signal: AbortSignal, construct: () => Promise<T>): Promise<T> {
    this.#watch();
    const store = getStore();
    signal.throwIfAborted();
    const stopped = new AbortController();
    const failure = new Promise<never>((_resolve, reject) => {
      this.#failures.set(store, reject);
      // The engine refuses to answer the SDK after a cancel, and the SDK would wait for ever.
      signal.addEventListener("abort", () => reject(new RunError(ENDED)), { signal: stopped.signal });
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
      // Node knows the construction that the promise belongs to. Bun does not, so all constructions fail.
      const own = this.#failures.get(getStore());
      for (const fail of own === undefined ? this.#failures.values() : [own]) fail(error);
    });
  }
}

/** The engine also cancels after another resource has failed, and then reports that resource's error, too. */
const ENDED = "Pulumi ended the update before this component had all of its resources";

/** Returns the original reason. The SDK wraps the reason once for each step on the way to the failed output. */
function plainError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replace(/^(error serializing property "[^"]*": )+/, "");
  return message === error.message ? error : new RunError(message);
}
