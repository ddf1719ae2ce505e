// Prepares a clone for the demo and the tests, whatever its state: packages, build and engine. `--demo` leaves out the parts of
// an engine that the tour does not need. `--tests` also installs the programs for `npm test`, and `--long-tests` those for
// `npm run test:long`.

import { prepareClone } from "./lib/clone.mjs";
import { programs, tourPrograms } from "./lib/engine/parts.mjs";
import { main } from "./lib/machine.mjs";
import { prepareCloneAndEngine } from "./lib/prepare.mjs";

await main(async (machine) => {
  if (process.argv.includes("--no-engine")) await prepareClone(machine);
  else await prepareCloneAndEngine(machine, process.argv.includes("--demo") ? tourPrograms : programs);
  const long = process.argv.includes("--long-tests");
  if (!long && !process.argv.includes("--tests")) return;
  const { ensureTestTools } = await import("./lib/test-tools/ensure.mjs");
  const { longTestTools, testTools } = await import("./lib/test-tools/tools.mjs");
  await ensureTestTools(machine, long ? longTestTools : testTools);
});
