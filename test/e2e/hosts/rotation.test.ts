import { expect, inject, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { type Gate, openGate } from "../harness/platform/gate";
import { type StackOptions, TestStack } from "../harness/stack/stack";
import { deploy, mustFail, mustSucceed, steps } from "../harness/stack/steps";

const [first, second] = ["canary-key-first", "canary-key-second"];
const web = (image: string) => [{ kind: "Pod", name: "web", args: { image, gpu: { id: "NVIDIA L4" } } }] as const;

async function behindGate(options: Pick<StackOptions, "env">): Promise<{ gate: Gate; stack: TestStack }> {
  const emulator = await startEmulator({ provision: 20, start: 20, strict: true });
  const gate = await openGate(emulator, first);
  const stack = new TestStack({ url: gate.url, host: "plugin", ...options });
  onTestFinished(async () => {
    stack.dispose();
    gate.close();
    await emulator.close();
  });
  stack.declare(web("nginx:1"));
  return { gate, stack: await stack.initAs(inject("newStack")) };
}

test("up uses the new key after a rotation of the configured key, and refresh asks for an up first", async () => {
  const { gate, stack } = await behindGate({ env: { PODWRIGHT_API_KEY: undefined } });
  const configure = (key: string) => stack.configure("podwright:apiKey", key, true);
  await configure(first);
  await mustSucceed(stack.up());
  const { id } = stack.resource("web");

  gate.accept(second);
  await configure(second);
  stack.declare(web("nginx:2"));

  const early = await mustFail(stack.refresh());
  expect(early.text).toContain("After a rotation, refresh and destroy use the key recorded in the state until an up");
  const up = await mustSucceed(stack.up());
  expect(steps(up)).toEqual({ web: "update" });
  expect(stack.resource("web")).toMatchObject({ id, outputs: { image: "nginx:2" } });
  await mustSucceed(stack.refresh());
  expect(stack.stateText()).not.toContain(second);
  await mustSucceed(stack.destroy());
});

test("a new key in the environment works with the next command of any type", async () => {
  const { gate, stack } = await behindGate({ env: { PODWRIGHT_API_KEY: first } });
  await mustSucceed(stack.up());

  gate.accept(second);
  stack.env.PODWRIGHT_API_KEY = second;

  await mustSucceed(stack.refresh());
  const up = await deploy(stack, web("nginx:2"));
  expect(steps(up)).toEqual({ web: "update" });
  expect(stack.stateText()).not.toMatch(/canary-key/);
  await mustSucceed(stack.destroy());
});
