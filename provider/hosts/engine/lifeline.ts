import { fstatSync } from "node:fs";
import { systemClock } from "../../../kernel/clock";
import { EngineGoneError } from "../../pulumi/errors";

/** Time that operations get to finish after the engine has ended. */
const shutdownMs = 20_000;

export interface Lifeline {
  /** Aborts with an `EngineGoneError` when the engine has ended, and with another error after SIGTERM. */
  readonly signal: AbortSignal;
  /** Registers an operation that gets time to finish when the engine has ended. */
  hold<T>(operation: Promise<T>): Promise<T>;
}

/**
 * Watches the standard input, whose other end the engine holds. A killed engine leaves this process running. When the
 * pipe ends, Podwright sends no more creates, ends its waits and exits. SIGTERM ends the waits, too. When a machine or
 * a job stops, every process gets SIGTERM, and the engine must still receive the ids of new resources.
 */
export function watchEngine(): Lifeline {
  ignorePrintErrors();
  const gone = new AbortController();
  const held = new Set<Promise<unknown>>();
  const isWatched = isPipe(0);
  const exitWhenDone = () => {
    void Promise.race([Promise.allSettled([...held]), systemClock.sleep(shutdownMs)]).then(() => process.exit(0));
  };
  process.on("SIGTERM", () => {
    gone.abort(new Error("cancelled by SIGTERM"));
    // A living engine receives the results and then ends this process.
    if (!isWatched) exitWhenDone();
  });
  if (isWatched) {
    process.stdin.on("end", () => {
      gone.abort(new EngineGoneError("the Pulumi engine is gone"));
      exitWhenDone();
    });
    process.stdin.resume().unref();
  }
  return {
    signal: gone.signal,
    hold: async (operation) => {
      held.add(operation);
      try {
        return await operation;
      } finally {
        held.delete(operation);
      }
    },
  };
}

/**
 * Ignores failed prints. After the engine is killed, each print fails with EPIPE. Pulumi's dynamic provider prints
 * every uncaught error, so without this listener each failed print would cause the next, and the process would never
 * exit.
 */
function ignorePrintErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // The process has no standard input to watch.
    return false;
  }
}
