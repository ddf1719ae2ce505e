import os from "node:os";
import { requireNode } from "./runtime.mjs";

/**
 * Runs a command-line entry: errors are one sentence on stderr, and an interruption ends the work tidily (children
 * stopped, lock released) and is told to the caller by the usual exit code. A second one ends the process at once.
 * @param {(signal: AbortSignal) => Promise<void>} work
 */
export async function main(work) {
  const interrupt = new AbortController();
  /** @type {NodeJS.Signals | undefined} */
  let received;
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
    process.once(name, () => {
      received = name;
      interrupt.abort(new Error("Interrupted; the next run goes on from here."));
    });
  }
  try {
    requireNode();
    await work(interrupt.signal);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exitCode = received ? 128 + os.constants.signals[received] : 1;
  }
}
