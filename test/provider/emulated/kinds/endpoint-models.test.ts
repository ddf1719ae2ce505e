import { describe, expect, test } from "vitest";
import { newerTest } from "../harness";
import { transports, useEndpoints } from "./endpoints-over";

const model = "https://huggingface.co/Qwen/Qwen3-8B";
const [graphql, rest] = transports;

describe("model references of an endpoint", () => {
  const of = useEndpoints(graphql);
  const referencesOf = () => of.world.emulator.state().endpoints.map(({ modelReferences }) => modelReferences);

  newerTest("stay the program's branch in the state, although RunPod reports a commit", async () => {
    const inputs = { ...of.queue, modelReferences: [`${model}:main`] };
    const stack = await of.aStack().up(inputs);
    const [pinned] = referencesOf();
    expect(pinned).toEqual([expect.stringMatching(/Qwen3-8B:[0-9a-f]{40}$/)]);
    expect(stack.outputs.modelReferences).toEqual(inputs.modelReferences);
    of.world.emulator.clearRequests();
    await stack.refresh();
    expect(stack.outputs.modelReferences).toEqual(inputs.modelReferences);
    await stack.up({ ...inputs, workersMax: 2 });
    expect(referencesOf()).toEqual([pinned]);
  });

  newerTest("come back with a replacement, and return after an outside change", async () => {
    const inputs = { ...of.queue, modelReferences: [`${model}:main`] };
    const stack = await of.aStack().up(inputs);
    of.world.emulator.changeEndpoint(stack.id, { modelReferences: [] });
    await stack.refresh();
    expect(stack.outputs.modelReferences).toEqual([]);
    await stack.up(inputs);
    const first = stack.id;
    await stack.up({ ...inputs, type: "LB", scalerType: "REQUEST_COUNT" });
    expect(stack.id).not.toBe(first);
    expect(referencesOf()).toEqual([[expect.stringContaining(model)]]);
  });

  newerTest("of another hand stay through an update, and the state shows them", async () => {
    const stack = await of.aStack().up(of.queue);
    const theirs = [`${model}:${"a".repeat(40)}`];
    of.world.emulator.changeEndpoint(stack.id, { modelReferences: theirs });
    await stack.refresh();
    expect(stack.outputs.modelReferences).toEqual(theirs);
    await stack.up({ ...of.queue, workersMax: 2 });
    expect(referencesOf()).toEqual([theirs]);
  });

  newerTest("of another hand do not survive a replacement, and a preview says so", async () => {
    const stack = await of.aStack().up(of.queue);
    of.world.emulator.changeEndpoint(stack.id, { modelReferences: [`${model}:${"a".repeat(40)}`] });
    const first = stack.id;
    await stack.up({ ...of.queue, type: "LB", scalerType: "REQUEST_COUNT" });
    expect(stack.lines.filter((line) => line.includes("the replacement drops"))).toEqual([
      expect.stringContaining(`drops modelReferences of ServerlessEndpoint ${first}: the program leaves it out`),
    ]);
    expect(referencesOf()).toEqual([[]]);
  });
});

describe("model references over REST", () => {
  const of = useEndpoints(rest);

  test("are refused before anything is created", async () => {
    const create = of.aStack().up({ ...of.queue, modelReferences: [`${model}:main`] });
    expect(String(await create.catch(String))).toMatch(/only over GraphQL/);
    expect(of.world.emulator.state().endpoints).toEqual([]);
  });
});
