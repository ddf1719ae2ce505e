import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { Declared } from "../harness/stack/stack";
import { mustChangeNothing, mustFail, mustSucceed, steps } from "../harness/stack/steps";

const output = (name: string, key: string) => `\${${name}.${key}}`;
const apiKey = "a-key-of-this-story";

/** A training on a volume, and an endpoint that serves what the training has made. */
function program(dataset: string, end = "exit 0"): Declared[] {
  const lines = [`echo "trained on ${dataset}" >/workspace/model`, "cat /workspace/model", end];
  return [
    { kind: "NetworkVolume", name: "data", args: { size: 10, dataCenter: "US-KS-2" } },
    {
      kind: "Task",
      name: "train",
      args: {
        image: "trainer",
        cpu: { id: "cpu3c", vcpuCount: 2 },
        command: ["/bin/sh", "-c", lines.join("\n")],
        mounts: { network: [{ volumeId: output("data", "id"), path: "/workspace" }] },
        timeout: "5m",
        triggers: [dataset],
      },
    },
    {
      kind: "Template",
      name: "worker",
      args: { image: "server", serverless: true, env: { TRAINED_AT: output("train", "endedAt") } },
    },
    {
      kind: "ServerlessEndpoint",
      name: "serve",
      args: { templateId: output("worker", "id"), gpuIds: "AMPERE_16", workersMin: 1 },
    },
  ];
}

test("a task trains on a volume before an endpoint serves the result, leaves no pod, and trains again for other data", async () => {
  const { emulator, stack } = await emulated({ runCommands: true, apiKey }, { apiKey });
  const pods = () => emulator.state().pods;
  stack.declare(program("data-1"));
  await mustSucceed(stack.preview());
  expect(emulator.counts().createPod).toBeUndefined();

  const up = await mustSucceed(stack.up());
  expect(up.text).toContain("task train is SUCCEEDED");
  const { id, outputs } = stack.resource("train");
  expect(outputs).toMatchObject({ status: "SUCCEEDED", exitCode: 0, attempts: 1, hasPod: false });
  expect(pods()).toEqual([]);

  await mustChangeNothing(stack.up({ refresh: true }));
  expect(emulator.counts().createPod).toBe(1);

  // The endpoint keeps its model if the next training fails.
  stack.declare(program("data-2", "exit 3"));
  const failed = await mustFail(stack.up());
  expect(failed.text).toMatch(/FAILED: its command ended with exit code 3/);
  expect(failed.text).toContain("trained on data-2");
  expect(failed.text).toContain('The next "pulumi up" runs the command again, in a new run.');
  expect(pods()).toEqual([]);

  stack.declare(program("data-2"));
  const again = await mustSucceed(stack.up());
  expect(steps(again)).toMatchObject({ train: "replace", worker: "update" });
  expect(stack.resource("train").id).not.toBe(id);
  expect(emulator.counts().createPod).toBe(3);
  await mustChangeNothing(stack.up({ refresh: true }));

  await mustSucceed(stack.destroy());
  expect(pods()).toEqual([]);
});
