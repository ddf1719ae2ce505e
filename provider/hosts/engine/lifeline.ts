import { fstatSync } from "node:fs";
import { EngineGoneError } from "../../operations/errors";

/** How long operations may take to come to an orderly end after the engine is gone. */
const lastWordsMs = 20_000;

export interface Lifeline {
  /** Aborted with an `EngineGoneError` when the engine is gone, and with another error by SIGTERM. */
  readonly signal: AbortSignal;
  /** Runs an operation that is given time to end in order when the engine goes. */
  hold<T>(operation: Promise<T>): Promise<T>;
}

/**
 * The engine is at the other end of this process's standard input, and a killed engine leaves the process behind.
 * When that pipe ends, nothing may be created any more, waits end, and the process follows. SIGTERM ends waits, too: what
 * stops a machine or a job sends it to every process, and an id that is known must still reach the engine.
 */
export function watchEngine(): Lifeline {
  const gone = new AbortController();
  const held = new Set<Promise<unknown>>();
  const isWatched = isPipe(0);
  const exitAfterLastWords = () => {
    const patience = new Promise((resolve) => setTimeout(resolve, lastWordsMs));
    void Promise.race([Promise.allSettled([...held]), patience]).then(() => process.exit(0));
  };
  process.on("SIGTERM", () => {
    gone.abort(new Error("cancelled by SIGTERM"));
    // An engine that is there hears how the operations end, and ends this process when it has.
    if (!isWatched) exitAfterLastWords();
  });
  if (isWatched) {
    process.stdin.on("end", () => {
      gone.abort(new EngineGoneError("the Pulumi engine is gone"));
      exitAfterLastWords();
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

function isPipe(descriptor: number): boolean {
  try {
    const stat = fstatSync(descriptor);
    return stat.isFIFO() || stat.isSocket();
  } catch {
    // No standard input at all: there is nothing to watch.
    return false;
  }
}
