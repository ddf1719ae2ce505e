// Prepares a clone for the demo and the tests, whatever its state: packages, build and engine. `--demo` leaves out the parts of
// an engine that the tour does not need. `--long-tests` also installs the programs for `npm run test:long`, and `--browser` only the
// browser among them.

import { prepareClone } from "./lib/clone.mjs";
import { programs, tourPrograms } from "./lib/engine/parts.mjs";
import { main } from "./lib/machine.mjs";
import { prepareCloneAndEngine } from "./lib/prepare.mjs";

await main(async (machine) => {
  if (process.argv.includes("--no-engine")) await prepareClone(machine);
  else await prepareCloneAndEngine(machine, process.argv.includes("--demo") ? tourPrograms : programs);
  const long = process.argv.includes("--long-tests");
  if (!long && !process.argv.includes("--browser")) return;
  const { ensureTestTools } = await import("./lib/test-tools/ensure.mjs");
  const { chromium, longTestTools } = await import("./lib/test-tools/tools.mjs");
  await ensureTestTools(machine, long ? longTestTools : [chromium]);
});
