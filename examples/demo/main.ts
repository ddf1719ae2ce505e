import { constants } from "node:os";
import { terminal } from "./terminal";
import { playTour } from "./tour";

const interrupt = new AbortController();
let received: NodeJS.Signals | undefined;
for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  // These listeners stay registered. Without them, the library that starts Pulumi would end the process itself.
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
    received === undefined ? message : "Interrupted. The emulator has stopped, and no resources or files are left.",
  );
});

function exitCodeOf(signal: NodeJS.Signals): number {
  return 128 + constants.signals[signal];
}
