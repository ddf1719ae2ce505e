// Checks the types of the repository, and of the console's page, which runs in a browser.

import { compile } from "./lib/compiler.mjs";

for (const project of [".", "emulator/console/browser"])
  if ((await compile(["-p", project, "--noEmit"])) !== 0) process.exitCode = 1;
