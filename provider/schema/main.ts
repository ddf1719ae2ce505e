import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { schemaText } from "./files";

// Writes schema.json anew and has the engine check it, or with --check only says that it is out of date.

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
  process.exitCode = checkWithEngine();
}

/** The exit code of the engine's own checker; without an engine there is nothing to complain about. */
function checkWithEngine(): number {
  const { error, status } = spawnSync("pulumi", ["schema", "check", file], {
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    stdio: "inherit",
  });
  if (error === undefined) return status ?? 1;
  process.stdout.write("it is not checked, because there is no engine here: npm run engine gets one\n");
  return 0;
}
