import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Run } from "./generate/help";
import { placesIn } from "./generate/markdown";
import { pages, refresh } from "./generate/pages";
import { reportSchema, reports } from "./generate/report-schemas";

// Writes the generated parts of the pages, and the JSON Schemas of the reports.

const repository = path.resolve(__dirname, "..");

/** The commands come from the build, because this script's own loader cannot load them from the sources. */
const { run } = require("../dist/cli/program/run.js") as { readonly run: Run };

async function main(): Promise<void> {
  for (const page of pages) {
    const file = path.join(repository, page);
    const written = readFileSync(file, "utf8");
    if (placesIn(written).length === 0) throw new Error(`${page} has no generated part`);
    const fresh = await refresh(written, run);
    if (fresh !== written) writeFileSync(file, fresh);
  }
  for (const [name, schema] of Object.entries(reports))
    writeFileSync(path.join(repository, "docs/reports", `${name}.json`), reportSchema(name, schema));
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
