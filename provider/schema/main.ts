import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dynamicModuleText, schemaText } from "./files";

// Writes schema.json and lets the engine check it. It also writes the classes and functions of the npm package.

const repository = join(__dirname, "../../..");
const file = join(repository, "schema.json");
writeIfStale(file, schemaText(repository));
writeIfStale(join(repository, "provider/hosts/dynamic/resources.ts"), dynamicModuleText(repository));
process.exitCode = checkWithEngine();

/** Leaves an up-to-date file alone, because a type check may read the file at the same time. */
function writeIfStale(path: string, text: string): void {
  if (!existsSync(path) || readFileSync(path, "utf8") !== text) writeFileSync(path, text);
}

/** Lets the engine check the schema and returns the exit code. */
function checkWithEngine(): number {
  const { error, status } = spawnSync("pulumi", ["schema", "check", file], {
    // Every Pulumi command writes a log into its home folder. The variable keeps the log out of the user's home folder.
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_HOME: join(repository, "node_modules/.pulumi") },
    stdio: "inherit",
  });
  if (error === undefined) return status ?? 1;
  process.stdout.write(
    "schema.json is not checked, because this machine has no engine. `npm run engine` installs the engine.\n",
  );
  return 0;
}
