// Prints the folder of the PostgreSQL that the tests of remote state use, after getting one if there is none.
import { thisMachine } from "./lib/engine/context.mjs";
import { main } from "./lib/main.mjs";
import { ensurePostgres } from "./lib/postgres/ensure.mjs";

await main(async (signal) => {
  process.stdout.write(`${await ensurePostgres(thisMachine(signal))}\n`);
});
