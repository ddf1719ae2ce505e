// Prepares a clone for the demo and the tests, whatever its state: packages, build and engine. `--tests` also installs the programs
// for `npm test`, and `--long-tests` those for `npm run test:long`.

import { prepareClone } from "./lib/clone.mjs";
import { ensureEngine } from "./lib/engine/ensure.mjs";
import { main } from "./lib/machine.mjs";

await main(async (machine) => {
  await prepareClone(machine);
  if (!process.argv.includes("--no-engine")) await ensureEngine(machine);
  const long = process.argv.includes("--long-tests");
  if (!long && !process.argv.includes("--tests")) return;
  const { ensureTestTools } = await import("./lib/test-tools/ensure.mjs");
  const { longTestTools, testTools } = await import("./lib/test-tools/tools.mjs");
  await ensureTestTools(machine, long ? longTestTools : testTools);
});
