// Checks the types of the repository, and of the console's page, which runs in a browser.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { compilerWith } from "./lib/compiler.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

for (const project of [".", "emulator/console/browser"]) {
  const { args, env } = compilerWith(["-p", project, "--noEmit"]);
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
