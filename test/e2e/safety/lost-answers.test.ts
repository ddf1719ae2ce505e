import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { addFaultTo2Creates, after, createDespite, expectRecorded } from "../harness/platform/lost";

test("when the answer to a create is lost, exactly one of each exists and is in the state", () =>
  createDespite({ effect: { dropResponse: true }, sent: 1, text: /: continuing with it/ }));

test("a replacement whose create is lost never takes the pod it replaces for the new one", async () => {
  const { emulator, stack } = await emulated();
  const declare = (id: string) =>
    stack.declare([
      { kind: "Pod", name: "pod", args: { image: "nginx", gpu: { id } } },
      { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu: { id } }, ...after("pod") },
    ]);
  declare("NVIDIA L4");
  expect((await stack.up()).ok).toBe(true);
  const replaced = stack.resources().map(({ id }) => id);
  addFaultTo2Creates(emulator, "createPod", { effect: { dropRequest: true }, sent: 2 });
  declare("NVIDIA A40");

  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expectRecorded(emulator, stack, []);
  expect(emulator.state().pods).toMatchObject(Array(2).fill({ gpu: { id: "NVIDIA A40" } }));
  expect(stack.resources().some(({ id }) => replaced.includes(id))).toBe(false);
});
