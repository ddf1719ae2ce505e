// Tests of a stack without an account: the real engine, the real program, a local platform.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { startEmulator } from "podwright/emulator";

const backend = mkdtempSync(join(tmpdir(), "stack-test-"));
let emulator;
let stack;

before(async () => {
  emulator = await startEmulator({ provision: 10, start: 10, strict: true });
  stack = await LocalWorkspace.createOrSelectStack(
    { stackName: "test", workDir: import.meta.dirname },
    {
      envVars: {
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "test",
        PODWRIGHT_API_KEY: emulator.apiKey,
        PODWRIGHT_BASE_URL: emulator.url,
        PODWRIGHT_SERVERLESS_URL: emulator.url,
        PODWRIGHT_TIME_SCALE: "0.05", // pauses between looks at the platform are shorter than on the real one
      },
    },
  );
});

after(async () => {
  await emulator?.close();
  rmSync(backend, { recursive: true, force: true });
});

test("what cannot be had leaves nothing behind, and the deployment says what to do", async () => {
  emulator.setStock({ gpu: "NVIDIA L4", count: 0 });

  await assert.rejects(stack.up(), /no capacity|There are no instances/i);

  assert.deepEqual(emulator.state().pods, []);
  emulator.setStock({ gpu: "NVIDIA L4", count: 4 });
});

test("the stack deploys, and deploying it again changes nothing", async () => {
  const { outputs } = await stack.up();
  const [pod] = emulator.state().pods;
  assert.equal(pod.id, outputs.podId.value);
  assert.equal(pod.status, "RUNNING");

  const { changeSummary } = await stack.preview();
  assert.deepEqual(Object.keys(changeSummary), ["same"]);
});

test("a pod that somebody stops runs again after the next deployment", async () => {
  const [{ id }] = emulator.state().pods;
  emulator.changePod(id, { status: "EXITED" });

  await stack.up({ refresh: true });

  assert.deepEqual(
    emulator.state().pods.map((pod) => [pod.id, pod.status]),
    [[id, "RUNNING"]],
  );
});

test("destroying it leaves an empty account", async () => {
  await stack.destroy();

  const { pods, endpoints, templates } = emulator.state();
  assert.deepEqual({ pods, endpoints, templates }, { pods: [], endpoints: [], templates: [] });
});
