import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Run } from "./generate/help";
import { pages, refresh } from "./generate/pages";

// Writes the generated parts of the pages anew, or with --check only says which are out of date.

const repository = path.resolve(__dirname, "..");
const checkOnly = process.argv.includes("--check");

/** From the build: its commands load each other in a way that this script's own loader does not follow. */
const { run } = require("../dist/cli/run.js") as { readonly run: Run };

async function main(): Promise<void> {
  for (const page of pages) {
    const file = path.join(repository, page);
    const written = readFileSync(file, "utf8");
    const fresh = await refresh(written, run);
    if (fresh === written) continue;
    if (checkOnly) {
      process.stderr.write(`${page} is out of date: run "npm run generated"\n`);
      process.exitCode = 1;
    } else {
      writeFileSync(file, fresh);
      process.stdout.write(`${page} is written anew\n`);
    }
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
