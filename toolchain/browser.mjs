// Prints the Chromium that the tests of the emulator's page use, after getting one if there is none.
import { ensureBrowser } from "./lib/browser/ensure.mjs";
import { thisMachine } from "./lib/engine/context.mjs";
import { main } from "./lib/main.mjs";

await main(async (signal) => {
  process.stdout.write(`${await ensureBrowser(thisMachine(signal))}\n`);
});
