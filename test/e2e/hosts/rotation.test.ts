import { expect, inject, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { openGate } from "../harness/platform/gate";
import { TestStack } from "../harness/stack/stack";
import { deploy, mustSucceed, steps } from "../harness/stack/steps";

// The page configuration.md and its test have the rotation of a key in the stack's configuration.

const [first, second] = ["canary-key-first", "canary-key-second"];
const web = (image: string) => [{ kind: "Pod", name: "web", args: { image, gpu: { id: "NVIDIA L4" } } }] as const;

test("after a change of the API key in the environment, every Pulumi command uses the new key", async () => {
  const emulator = await startEmulator({ provision: 20, start: 20, strict: true });
  const gate = await openGate(emulator, first);
  const stack = new TestStack({ url: gate.url, host: "plugin", env: { PODWRIGHT_API_KEY: first } });
  onTestFinished(async () => {
    stack.dispose();
    gate.close();
    await emulator.close();
  });
  await stack.initAs(inject("newStack"));
  await deploy(stack, web("nginx:1"));

  gate.accept(second);
  stack.env.PODWRIGHT_API_KEY = second;

  await mustSucceed(stack.refresh());
  const up = await deploy(stack, web("nginx:2"));
  expect(steps(up)).toEqual({ web: "update" });
  expect(stack.stateText()).not.toMatch(/canary-key/);
  await mustSucceed(stack.destroy());
});
