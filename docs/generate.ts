import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pages, refresh } from "./generate/pages";

// Writes the generated parts of the pages anew, or with --check only says which are out of date.

const repository = path.resolve(__dirname, "..");
const checkOnly = process.argv.includes("--check");

for (const page of pages) {
  const file = path.join(repository, page);
  const written = readFileSync(file, "utf8");
  const fresh = refresh(written);
  if (fresh === written) continue;
  if (checkOnly) {
    process.stderr.write(`${page} is out of date: run "npm run generated"\n`);
    process.exitCode = 1;
  } else {
    writeFileSync(file, fresh);
    process.stdout.write(`${page} is written anew\n`);
  }
}
