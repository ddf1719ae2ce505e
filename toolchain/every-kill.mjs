// Kills a run at every request of every step in every setting, and checks that each resource exists once afterwards: more than
// an hour. `--only create/3/lost/engine/script/graphql` runs one case, whose name a failure prints.

import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { only: { type: "string", default: "all" } } });
const files = ["every-kill", "every-kill.long"].map((name) => `test/e2e/safety/${name}.test.ts`);
const args = [
  "toolchain/run.mjs",
  "vitest",
  "run",
  "--project",
  "e2e-safety",
  "--project",
  "long",
  "--testTimeout",
  "7200000",
  ...files,
];
const env = { ...process.env, PODWRIGHT_KILLS: values.only };
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
