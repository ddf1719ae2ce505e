// Brings a clone from any state to one where the demo and the tests run: packages, build, engine, and with --tests the
// programs that `npm test` needs, with --long-tests those of `npm run test:long`, too.

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
