import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test as anyTest, expect } from "vitest";
import { builtFolder } from "../../../toolchain/lib/engine/find.mjs";
import { executableName } from "../../../toolchain/lib/go.mjs";
import { findExecutable, searchPath, thisMachine } from "../../../toolchain/lib/machine.mjs";
import { temporaryFolder } from "../../support/temporary-folder";

const used = findExecutable(executableName("pulumi", process.platform), searchPath(process.env));
/** An installed engine leaves out nothing. */
const test = anyTest.skipIf(used === undefined || dirname(used) !== builtFolder(thisMachine()));

test.each([
  ["login gs://states", "states in Google Cloud Storage"],
  ["login azblob://states", "states in Azure Blob Storage"],
  ["stack init dev --secrets-provider awskms://alias/key", "keys of AWS"],
  ["stack init dev --secrets-provider gcpkms://projects/key", "keys of Google Cloud"],
  ["stack init dev --secrets-provider azurekeyvault://vault/key", "keys of Azure"],
  ["env ls", 'the commands of "pulumi env"'],
  ["api list", 'the commands of "pulumi api"'],
  ["insights account list", 'the commands of "pulumi insights"'],
  ["neo", 'the commands of "pulumi neo"'],
])("an engine that the clone built answers pulumi %s with what it leaves out", (command, what) => {
  const { status, stderr } = pulumi(command);
  expect(stderr).toContain(`this Pulumi engine, which a clone of Podwright built, leaves out ${what},`);
  expect(stderr).toContain("install Pulumi");
  expect(status).not.toBe(0);
});

test("an engine that the clone built opens states in S3 and keys of Vault", () => {
  const endpoint = "endpoint=127.0.0.1:9&region=eu-west-1&disable_https=true";
  expect(pulumi(`login s3://states?${endpoint}`).stderr).toMatch(/operation error S3/);
  expect(pulumi("stack init dev --secrets-provider hashivault://key").stderr).toMatch(/VAULT_SERVER_URL/);
});

function pulumi(command: string) {
  const home = temporaryFolder("left-out");
  writeFileSync(join(home, "Pulumi.yaml"), "name: left-out\nruntime: yaml\n");
  const env = {
    PATH: process.env.PATH,
    PULUMI_HOME: home,
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_BACKEND_URL: `file://${home}`,
    AWS_MAX_ATTEMPTS: "1",
    AWS_ACCESS_KEY_ID: "none",
    AWS_SECRET_ACCESS_KEY: "none",
  };
  return spawnSync("pulumi", [...command.split(" "), "--non-interactive"], { cwd: home, env, encoding: "utf8" });
}
