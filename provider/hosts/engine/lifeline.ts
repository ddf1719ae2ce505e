import { fstatSync } from "node:fs";
import { systemClock } from "../../../client/values/clock";
import { EngineGoneError } from "../../values/errors";

/** How long operations may take to end in order after the engine is gone. */
const shutdownMs = 20_000;

export interface Lifeline {
  /** Aborted with an `EngineGoneError` when the engine is gone, and with another error by SIGTERM. */
  readonly signal: AbortSignal;
  /** Runs an operation that gets time to end in order when the engine is gone. */
  hold<T>(operation: Promise<T>): Promise<T>;
}

/**
 * The engine is at the other end of this process's standard input, and a killed engine leaves the process behind.
 * When that pipe ends, creates stop, waits end, and the process exits. SIGTERM ends waits, too: it reaches every process
 * when a machine or a job stops, and a known id must still reach the engine.
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
    // An engine that is there receives the results, and then ends this process.
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
 * A killed engine no longer reads the lines that this process prints, so each print fails with EPIPE. Pulumi's dynamic
 * provider prints every uncaught error: without a listener it would print the failed prints for ever, and never exit.
 */
function ignorePrintErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
}

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // No standard input at all: there is nothing to watch.
    return false;
  }
}
