import { chmodSync, cpSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { oldestSdkPulumi } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { expectWellTyped } from "../harness/guide/types";
import { repository } from "../harness/repository";
import { mustFail, mustSucceed } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";

const program = (pool: string, gpu: string) => `
name: e2e
runtime: yaml
resources:
  chat:
    type: podwright:ModelServer
    properties: { image: "server:1", gpuIds: ${pool} }
  web:
    type: podwright:Pod
    properties: { image: nginx, gpu: { id: ${gpu} } }
`;

test("the example policy refuses expensive GPUs at the preview, also those of a model server, and a pod's price", async (context) => {
  const packages = dirname(dirname(dirname(toolOrSkip(oldestSdkPulumi, context))));
  const pack = temporaryFolder("policy");
  cpSync(join(repository, "examples/policy"), pack, { recursive: true });
  symlinkSync(packages, join(pack, "node_modules"));
  expectWellTyped(pack);
  const launcher = join(pack, "launch");
  // The host for Node.js that a clone builds starts no policy packs, so this script does what the newest host does.
  writeFileSync(
    launcher,
    `#!/bin/sh\ncd ${pack} && exec node node_modules/@pulumi/pulumi/cmd/run-policy-pack "$1" ${pack}\n`,
  );
  chmodSync(launcher, 0o755);
  const { stack } = await emulated({}, { host: "plugin", env: { PODWRIGHT_CHECK_CATALOG: "true" } });
  const preview = (pool: string, gpu: string) => {
    writeFileSync(join(stack.dir, "Pulumi.yaml"), program(pool, gpu));
    return stack.pulumi("preview", "--stack", "test", "--non-interactive", "--policy-pack", launcher);
  };

  const { text } = await mustFail(preview("ADA_80_PRO", "NVIDIA H100 PCIe"));
  expect(text).toMatch(/allowed-gpus[\s\S]*ServerlessEndpoint: chat-[0-9a-f]{6}[\s\S]*ADA_80_PRO is not allowed/);
  expect(text).toContain("NVIDIA H100 PCIe is not allowed.");
  expect(text).toContain("web costs $2.39 an hour, and a pod may cost at most $1.");

  await mustSucceed(preview("ADA_24", "NVIDIA L4"));
}, 300_000);
