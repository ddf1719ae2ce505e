import { describe, expect, test } from "vitest";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { anEndpointInput } from "../../../support/endpoints";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stack(template);
const counts = () => world.emulator.counts();
const live = (id: string) => world.platform.templates.get(id);
const worker = { image: "worker", serverless: true };

describe("a template", () => {
  test("is created as declared, without what hosts keep beside the inputs", async () => {
    const stack = aStack();
    const inputs = {
      ...stack.checked({ ...worker, env: { A: "1" } }),
      __logicalName: "t",
      __timeouts: { create: "1m" },
    };
    await stack.create({}, { inputs });
    expect(separate(stack.outputs).declared).toEqual({ ...inputs, revision: 1 });
    expect(await live(stack.id)).toMatchObject({ image: "worker", serverless: true, env: { A: "1" } });
  });

  test("whose explicit name somebody else has is refused, and the other one is not adopted", async () => {
    await aStack().create({ ...worker, name: "taken" });
    const stack = aStack();
    await failure(stack.create({ ...worker, name: "taken" }));
    expect(stack.recorded).toBeUndefined();
  });

  test("is updated by what changed alone; what was taken away gets its default", async () => {
    const stack = await aStack().create({ ...worker, args: "a", env: { A: "1" }, startSsh: false, disk: 30 });
    await stack.update({ ...worker, env: { A: "2" } });
    expect(await live(stack.id)).toMatchObject({ args: "", env: { A: "2" }, startSsh: true, disk: 30 });
    await stack.update({ ...worker, env: { A: "2" } });
    expect(counts().updateTemplate).toBe(1);
  });

  test("is quiet after a refresh when nothing changed, and shows what did", async () => {
    const stack = await aStack().create({ ...worker, ports: [], args: "", category: "NVIDIA", env: { A: "1" } });
    const before = stack.state;
    await stack.refresh();
    expect(stack.state).toEqual(before);
    await world.platform.templates.update(stack.id, { env: { A: "9", B: "1" } });
    await stack.refresh();
    expect(stack.state.inputs.env).toEqual({ A: "9" });
  });
});

describe("deleting a template", () => {
  const used = async () => {
    const stack = await aStack().create(worker);
    const { id } = await world.platform.endpoints.create(anEndpointInput({ templateId: stack.id, workersMax: 0 }));
    return { stack, release: () => world.platform.endpoints.delete(id) };
  };

  test("waits until the platform has noticed that nobody uses it any more, and says so once", async () => {
    const { stack, release } = await used();
    const deletion = stack.delete();
    await expect.poll(() => counts().deleteTemplate).toBeGreaterThan(2);
    await release();
    await deletion;
    expect(stack.lines).toEqual([expect.stringContaining("is still in use; trying again")]);
  });

  test("is not repeated for another refusal", async () => {
    const stack = await aStack().create(worker);
    world.emulator.addFault({ operation: "deleteTemplate", effect: { status: 403, body: {} } });
    await failure(stack.delete());
    expect(counts().deleteTemplate).toBe(1);
  });
});
