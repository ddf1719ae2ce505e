// Prints the folder of the Pulumi engine; installs or builds an engine first if there is none.
import { ensureEngine } from "./lib/engine/ensure.mjs";
import { main } from "./lib/machine.mjs";

await main(async (machine) => {
  process.stdout.write(`${await ensureEngine(machine)}\n`);
});
