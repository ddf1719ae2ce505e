// Prints the folder of the Pulumi engine. If there is no engine, installs or builds one first.
import { ensureEngine } from "./lib/engine/ensure.mjs";
import { main } from "./lib/machine.mjs";

await main(async (machine) => {
  process.stdout.write(`${await ensureEngine(machine)}\n`);
});
