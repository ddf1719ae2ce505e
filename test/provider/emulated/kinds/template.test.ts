import { describe, expect, test } from "vitest";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { anEndpointInput } from "../../../support/endpoints";
import { declaring } from "../../../support/engine";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stackOf(template);
const counts = () => world.emulator.counts();
const live = (id: string) => world.platform.templates.get(id);
const worker = { image: "worker", serverless: true };

describe("a template", () => {
  test("is created as declared", async () => {
    const stack = await aStack().up({ ...worker, env: { A: "1" } });
    expect(separate(stack.outputs).declared).toEqual({ ...stack.inputs, revision: 1 });
    expect(await live(stack.id)).toMatchObject({ image: "worker", serverless: true, env: { A: "1" } });
  });

  test("is refused if another template has the same name", async () => {
    const first = await aStack().up({ ...worker, name: "taken" });
    const stack = aStack();
    const { message } = await failure(stack.up({ ...worker, name: "taken" }));
    expect(stack.isRecorded).toBe(false);
    expect(message).toContain(`the account already has a template with this name (${first.id}).`);
    expect(message).toMatch(new RegExp(`pulumi import podwright:index:Template \\S+ ${first.id}`));
    expect(message).toContain("Otherwise give this template another name");
  });

  test("is refused without an import command if another stack manages the template with its name", async () => {
    const first = await aStack().up({ ...worker, name: "taken" });
    const holders = new Map([[`Template ${first.id}`, "theirs/prod"]]);
    const stack = world.stackOf(template, { witnesses: { holders } });
    const { message } = await failure(stack.up({ ...worker, name: "taken" }));
    expect(message).toContain("Stack theirs/prod manages it. Give this template another name");
    expect(message).not.toContain("import");
  });

  test("is refused with the advice to declare an alias if the program has renamed its resource", async () => {
    const engine = world.engine();
    const declared = declaring(template)({ ...worker, name: "taken" });
    await engine.up({ before: declared });
    const { message } = await failure(engine.up({ after: declared }));
    expect(message).toContain(`(${engine.get("before").id}). The stack's state contains it.`);
    expect(message).toContain("aliases");
  });

  test("is updated only in the inputs that the program changes or removes", async () => {
    const stack = await aStack().up({ ...worker, args: "a", env: { A: "1" }, startSsh: false, disk: 30 });
    await stack.up({ ...worker, env: { A: "2" } });
    expect(await live(stack.id)).toMatchObject({ args: "", env: { A: "2" }, startSsh: true, disk: 30 });
    await stack.up({ ...worker, env: { A: "2" } });
    expect(counts().updateTemplate).toBe(1);
  });

  test("shows an outside change of its declared variables in a refresh", async () => {
    const stack = await aStack().up({ ...worker, env: { A: "1" } });
    await world.platform.templates.update(stack.id, { env: { A: "9", B: "1" } });
    await stack.refresh();
    expect(stack.inputs.env).toEqual({ A: "9" });
  });
});

describe("the delete of a template", () => {
  const used = async () => {
    const stack = await aStack().up(worker);
    const { id } = await world.platform.endpoints.create(anEndpointInput({ templateId: stack.id, workersMax: 0 }));
    return { stack, release: () => world.platform.endpoints.delete(id) };
  };

  test("waits until no endpoint uses the template any more", async () => {
    const { stack, release } = await used();
    const deletion = stack.destroy();
    await expect.poll(() => counts().deleteTemplate).toBeGreaterThan(2);
    await release();
    await deletion;
    expect(stack.lines).toEqual([expect.stringContaining("is still in use; trying again")]);
  });

  test("is not repeated if RunPod refuses the delete for a missing permission", async () => {
    const stack = await aStack().up(worker);
    world.emulator.addFault({ operation: "deleteTemplate", effect: { status: 403, body: {} } });
    await failure(stack.destroy());
    expect(counts().deleteTemplate).toBe(1);
  });
});
