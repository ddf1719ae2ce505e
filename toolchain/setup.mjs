// Brings a clone from any state to one where the demo and the tests run: packages, build, engine, and with --tests the
// programs that only tests need.

import { prepareClone } from "./lib/clone.mjs";
import { ensureEngine } from "./lib/engine.mjs";
import { main } from "./lib/machine.mjs";

await main(async (machine) => {
  await prepareClone(machine);
  if (!process.argv.includes("--no-engine")) await ensureEngine(machine);
  if (!process.argv.includes("--tests")) return;
  const { ensureTestTools } = await import("./lib/test-tools.mjs");
  await ensureTestTools(machine);
});
