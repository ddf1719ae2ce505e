// Brings a clone from any state to one where the demo and the tests run: packages, build, engine.

import { thisMachine } from "./lib/engine/context.mjs";
import { ensureSetup } from "./lib/ensure-setup.mjs";
import { main } from "./lib/main.mjs";

await main((signal) => ensureSetup(thisMachine(signal), { engine: !process.argv.includes("--no-engine") }));
