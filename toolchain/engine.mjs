// Prints the folder that holds the Pulumi engine, after installing or building one if there is none.
import { ensureEngine } from "./lib/engine/ensure.mjs";
import { main } from "./lib/machine.mjs";

await main(async (machine) => {
  process.stdout.write(`${await ensureEngine(machine)}\n`);
});
