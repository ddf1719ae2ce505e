// Tests of a stack that need no account. They use the real engine and the real program with the emulator.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { LocalWorkspace } from "@pulumi/pulumi/automation/index.js";
import { useEmulator } from "podwright-emulator/testing";

describe("the stack", () => {
  // In Vitest and Jest, write this call instead, without a `describe` around it: useEmulator({ beforeAll, afterAll }).
  const local = useEmulator({ beforeAll: before, afterAll: after });
  let stack;

  before(async () => {
    const program = { stackName: "test", workDir: import.meta.dirname };
    stack = await LocalWorkspace.createOrSelectStack(program, { envVars: { ...local.env } });
  });

  test("a deployment without free GPUs leaves no pod behind and names the reason", async () => {
    local.emulator.setStock({ gpu: "NVIDIA L4", count: 0 });

    await assert.rejects(stack.up(), /no capacity|There are no instances/i);

    assert.deepEqual(local.emulator.state().pods, []);
    local.emulator.setStock({ gpu: "NVIDIA L4", count: 4 });
  });

  test("the stack deploys, and deploying it again changes nothing", async () => {
    const { outputs } = await stack.up();
    const [pod] = local.emulator.state().pods;
    assert.equal(pod.id, outputs.podId.value);
    assert.equal(pod.status, "RUNNING");

    const { changeSummary } = await stack.preview();
    assert.deepEqual(Object.keys(changeSummary), ["same"]);
  });

  test("a pod that was stopped outside the stack runs again after the next deployment", async () => {
    const [{ id }] = local.emulator.state().pods;
    local.emulator.changePod(id, { status: "EXITED" });

    await stack.up({ refresh: true });

    assert.deepEqual(
      local.emulator.state().pods.map((pod) => [pod.id, pod.status]),
      [[id, "RUNNING"]],
    );
  });

  test("destroying it leaves an empty account", async () => {
    await stack.destroy();

    const { pods, endpoints, templates } = local.emulator.state();
    assert.deepEqual({ pods, endpoints, templates }, { pods: [], endpoints: [], templates: [] });
  });
});
