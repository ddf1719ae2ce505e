// Prints the Pythons whose packages some tests use, one a line, after making those that are not there.
import { thisMachine } from "./lib/engine/context.mjs";
import { main } from "./lib/main.mjs";
import { ensureClientPython, ensureSdkPython } from "./lib/python/ensure.mjs";

await main(async (signal) => {
  const context = thisMachine(signal);
  for (const ensure of [ensureSdkPython, ensureClientPython]) process.stdout.write(`${await ensure(context)}\n`);
});
