import { describe, expect, test } from "vitest";
import { registryCredential } from "../../../../provider/kinds/registry-credential/lifecycle";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stack(registryCredential);
const account = () => world.emulator.state().registries;
const robot = { username: "robot", password: "canary-4711" };

describe("a registry credential", () => {
  test("is created as declared; its outputs repeat what the platform never answers", async () => {
    const stack = await aStack().create({ ...robot, name: "ghcr" });
    expect(account()).toMatchObject([{ id: stack.id, name: "ghcr" }]);
    expect(stack.outputs).toMatchObject({ ...robot, name: "ghcr" });
  });

  test("that the platform refuses for its name says what to do, and adopts no other one", async () => {
    const other = await aStack().create({ ...robot, name: "ghcr" });
    const detail = `name is taken: ghcr for ${robot.username} with ${robot.password}`;
    world.emulator.addFault({ operation: "createRegistry", effect: { status: 400, body: { status: 400, detail } } });
    const stack = aStack();
    const { message } = await failure(stack.create({ ...robot, name: "ghcr" }));
    expect(message).toContain(`already has a credential named "ghcr" (${other.id})`);
    expect(message).toContain("give the new credential another name");
    expect(message).not.toMatch(/canary|robot/);
    expect(stack.recorded).toBeUndefined();
  });

  test("imports its name, because the platform says no more of it", async () => {
    const { id } = await world.platform.registries.create({ name: "ghcr", ...robot });
    const found = await registryCredential.read(world.run(), { id, declared: undefined });
    expect(found).toEqual({ inputs: { name: "ghcr" }, outputs: { name: "ghcr", __undeclared: [] } });
  });

  test("interrupted while it was created is found by a generated name; another name proves nothing", async () => {
    const stack = await aStack().create(robot);
    const named = await aStack().create({ ...robot, name: "ghcr" });
    const find = (inputs: object) => registryCredential.findLeftovers(world.run(), inputs);
    expect(await find(stack.state.inputs)).toEqual({ created: [stack.id], similar: [] });
    expect(await find(named.state.inputs)).toEqual({ created: [], similar: [named.id] });
  });
});
