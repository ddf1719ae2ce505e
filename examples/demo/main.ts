import { constants } from "node:os";
import { terminal } from "./terminal";
import { playTour } from "./tour";

const interrupt = new AbortController();
let received: "SIGINT" | "SIGTERM" | undefined;
for (const name of ["SIGINT", "SIGTERM"] as const) {
  // Only the first one is ours: a second ends the process at once.
  process.once(name, () => {
    received = name;
    interrupt.abort(new Error("interrupted"));
  });
}

playTour(interrupt.signal).catch((error: unknown) => {
  process.exitCode = received === undefined ? 1 : 128 + constants.signals[received];
  const message = error instanceof Error ? error.message : String(error);
  terminal.failure(
    received === undefined
      ? message
      : "Interrupted. The local platform and its account are gone; nothing is left behind.",
  );
});
