import { describe, expect, test } from "vitest";
import { registryCredential } from "../../../../provider/kinds/registry-credential/lifecycle";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stackOf(registryCredential);
const account = () => world.emulator.state().registries;
const robot = { username: "robot", password: "canary-4711" };

describe("a registry credential", () => {
  test("keeps in its outputs the values that RunPod never returns", async () => {
    const stack = await aStack().up({ ...robot, name: "ghcr" });
    expect(account()).toMatchObject([{ id: stack.id, name: "ghcr" }]);
    expect(stack.outputs).toMatchObject({ ...robot, name: "ghcr" });
  });

  test("is refused if another credential has the same name", async () => {
    const other = await aStack().up({ ...robot, name: "ghcr" });
    const detail = `name is taken: ghcr for ${robot.username} with ${robot.password}`;
    world.emulator.addFault({ operation: "createRegistry", effect: { status: 400, body: { status: 400, detail } } });
    const stack = aStack();
    const { message } = await failure(stack.up({ ...robot, name: "ghcr" }));
    expect(message).toContain(`already has a credential named "ghcr" (${other.id})`);
    expect(message).toContain("give the new credential another name");
    expect(message).not.toMatch(/canary|robot/);
    expect(stack.isRecorded).toBe(false);
  });

  test("is imported only with its name, because RunPod shows no other field", async () => {
    const { id } = await world.platform.registries.create({ name: "ghcr", ...robot });
    const found = await registryCredential.read(world.run(), { id, declared: undefined });
    expect(found).toEqual({
      inputs: { name: "ghcr" },
      outputs: { name: "ghcr", __undeclared: [], __baseline: { open: [] } },
    });
  });
});
