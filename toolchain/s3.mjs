// Prints the S3 server that the tests of remote state use, after getting one if there is none.
import { thisMachine } from "./lib/engine/context.mjs";
import { main } from "./lib/main.mjs";
import { ensureS3Server } from "./lib/s3/ensure.mjs";

await main(async (signal) => {
  process.stdout.write(`${await ensureS3Server(thisMachine(signal))}\n`);
});
