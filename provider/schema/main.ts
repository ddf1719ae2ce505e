import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaText } from "./files";

// Writes schema.json anew, or with --check only says that it is out of date.

const repository = join(__dirname, "../../..");
const file = join(repository, "schema.json");
const fresh = schemaText(repository);

if (process.argv.includes("--check")) {
  if (readFileSync(file, "utf8") !== fresh) {
    process.stderr.write('schema.json is out of date: run "npm run schema"\n');
    process.exitCode = 1;
  }
} else {
  writeFileSync(file, fresh);
  process.stdout.write("schema.json is written\n");
}
