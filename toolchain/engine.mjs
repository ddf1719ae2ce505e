// Prints the folder that holds the Pulumi engine, after getting one if there is none.
import { thisMachine } from "./lib/engine/context.mjs";
import { ensureEngine } from "./lib/engine/find.mjs";
import { main } from "./lib/main.mjs";

await main(async (signal) => {
  process.stdout.write(`${await ensureEngine(thisMachine(signal))}\n`);
});
