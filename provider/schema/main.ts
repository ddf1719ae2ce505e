import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { dynamicModuleText, schemaText } from "./files";

// Writes schema.json and has the engine check it, and the classes and functions of the npm package.

const repository = join(__dirname, "../../..");
const file = join(repository, "schema.json");
writeFileSync(file, schemaText(repository));
writeFileSync(join(repository, "provider/hosts/dynamic/resources.ts"), dynamicModuleText(repository));
process.exitCode = checkWithEngine();

/** The exit code of the engine's own checker. */
function checkWithEngine(): number {
  const { error, status } = spawnSync("pulumi", ["schema", "check", file], {
    // Every command of Pulumi writes a log into its home, which is otherwise the user's.
    env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true", PULUMI_HOME: join(repository, "node_modules/.pulumi") },
    stdio: "inherit",
  });
  if (error === undefined) return status ?? 1;
  process.stdout.write("schema.json is not checked: there is no engine here. `npm run engine` gets one.\n");
  return 0;
}
