import { constants } from "node:os";
import { terminal } from "./terminal";
import { playTour } from "./tour";

const interrupt = new AbortController();
let received: NodeJS.Signals | undefined;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // Stays registered: without this listener, the library that starts Pulumi would end the process by itself.
  process.on(name, () => {
    if (received !== undefined) process.exit(exitCodeOf(name));
    received = name;
    interrupt.abort(new Error("interrupted"));
  });
}

playTour(interrupt.signal).catch((error: unknown) => {
  process.exitCode = received === undefined ? 1 : exitCodeOf(received);
  const message = error instanceof Error ? error.message : String(error);
  terminal.failure(
    received === undefined
      ? message
      : "Interrupted. The local platform and its account are gone; nothing is left behind.",
  );
});

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
