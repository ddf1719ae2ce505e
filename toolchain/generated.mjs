// Writes all generated and committed files: the Go module's path, the pages' tables, the schema (from the pages) and the
// SDKs (from the schema). `npm run generated && git diff --exit-code` shows whether they are fresh.

import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

const generators = [
  ["dist/provider/schema/home-main.js"],
  ["-r", "ts-node/register/transpile-only", "docs/generate.ts"],
  ["dist/provider/schema/main.js"],
  ["toolchain/sdkgen/main.mjs"],
];

for (const generator of generators) {
  const { status } = spawnSync("node", generator, { cwd: root, stdio: "inherit" });
  if (status !== 0) process.exitCode = status ?? 1;
}
