// Brings a clone from any state to one where the demo and the tests run: packages, build, engine, and for the tests a
// browser, the servers that keep remote state and Pythons with the packages that they use.

import { ensureBrowser } from "./lib/browser/ensure.mjs";
import { thisMachine } from "./lib/engine/context.mjs";
import { ensureSetup } from "./lib/ensure-setup.mjs";
import { main } from "./lib/main.mjs";
import { ensurePostgres } from "./lib/postgres/ensure.mjs";
import { ensureClientPython, ensureSdkPython } from "./lib/python/ensure.mjs";
import { ensureS3Server } from "./lib/s3/ensure.mjs";

await main(async (signal) => {
  const context = thisMachine(signal);
  await ensureSetup(context, { engine: !process.argv.includes("--no-engine") });
  const tools = [
    ...(process.argv.includes("--browser") ? [ensureBrowser] : []),
    ...(process.argv.includes("--backends")
      ? [ensurePostgres, ensureS3Server, ensureSdkPython, ensureClientPython]
      : []),
  ];
  for (const ensure of tools) {
    // All but a few tests do without: those fail at once and say what to do.
    await ensure(context).catch((error) => {
      signal.throwIfAborted();
      context.progress.say(error.message);
    });
  }
});
