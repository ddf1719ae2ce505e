// Brings a clone from any state to one where the demo and the tests run: packages, build, engine, and for the tests a browser.

import { ensureBrowser } from "./lib/browser/ensure.mjs";
import { thisMachine } from "./lib/engine/context.mjs";
import { ensureSetup } from "./lib/ensure-setup.mjs";
import { main } from "./lib/main.mjs";

await main(async (signal) => {
  const context = thisMachine(signal);
  await ensureSetup(context, { engine: !process.argv.includes("--no-engine") });
  if (!process.argv.includes("--browser")) return;
  // All but one test do without: that one fails with the same words.
  await ensureBrowser(context).catch((error) => {
    signal.throwIfAborted();
    context.progress.say(error.message);
  });
});
