// Writes all generated files that are committed: the Go module's path, the example programs, tables of pages, the schema (from
// the pages) and the SDKs (from the schema). `npm run generated && git diff --exit-code` shows whether they are up to date.

import { spawnSync } from "node:child_process";
import path from "node:path";
import { hashText } from "./lib/files.mjs";
import { withLock } from "./lib/lock.mjs";
import { main } from "./lib/machine.mjs";

const schema = ["dist/provider/schema/main.js"];

const generators = [
  ["dist/provider/schema/home-main.js"],
  // A program uses resources of the schema, a page shows programs, and the schema contains both. So this script writes
  // the schema twice.
  schema,
  ["toolchain/sdkgen/main.mjs", "programs"],
  ["-r", "ts-node/register/transpile-only", "docs/generate.ts"],
  schema,
  ["toolchain/sdkgen/main.mjs", "sdks"],
];

await main(async ({ cacheFolder, repositoryFolder, signal, say }) => {
  // The lock keeps two runs from overwriting each other's files.
  const lock = path.join(cacheFolder, "generated", `${hashText(repositoryFolder).slice(0, 16)}.pid`);
  const onWait = (/** @type {number} */ pid) =>
    say(`Another process (${pid}) is generating the files of this clone; waiting for it. Lock: ${lock}`);
  await withLock(lock, { signal, onWait }, async () => {
    for (const generator of generators) {
      const { status } = spawnSync("node", generator, { cwd: repositoryFolder, stdio: "inherit" });
      if (status !== 0) process.exitCode = status ?? 1;
    }
  });
});
