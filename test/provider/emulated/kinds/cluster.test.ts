import { describe, expect, test } from "vitest";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { problemsOf } from "../../../../provider/planning/check";
import { InitError } from "../../../../provider/pulumi/errors";
import { failure, useLifecycles } from "../harness";

const world = useLifecycles();
const aStack = () => world.stackOf(cluster);
const compute = { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 3 };
const training = { type: "TRAINING", compute, image: "trainer:1", env: { TOKEN: "canary-77d" } };
const operations = () => world.emulator.requests().map(({ operation }) => operation);

const command = { entrypoint: ["serve"], cmd: ["--quiet"] };

describe("a cluster", () => {
  test("gets its declared name only after every pod runs", async () => {
    const stack = await aStack().up({ ...training, name: "training", ports: ["22/tcp"], ...command });
    expect(operations().slice(0, 2)).toEqual(["listClusters", "createCluster"]);
    expect(operations().at(-1)).toBe("updateCluster");
    expect((await world.platform.clusters.get(stack.id)).name).toBe("training");
    expect(stack.lines.at(-1)).toBe(`cluster ${stack.id} is complete: every pod is RUNNING`);
    expect(stack.outputs).toMatchObject({ name: "training", ready: true, network: { cidr: "10.65.0.0/16" } });
    expect(stack.outputs.sshEndpoint).toMatch(/:\d+$/);
    const { state } = stack;
    await stack.refresh();
    expect(stack.state).toEqual(state);
  });

  test("is complete as soon as RunPod shows its pods, which its list counts earlier", async () => {
    world.emulator.addFault({ operation: "listClusterPods", times: 2, effect: { status: 404 } });
    const stack = await aStack().up(training);
    expect(stack.lines.at(-1)).toBe(`cluster ${stack.id} is complete: every pod is RUNNING`);
  });

  test("gets its declared name in the next update if the first renaming fails", async () => {
    const stack = aStack();
    const refusal = { status: 400, body: { title: "x", status: 400, detail: "not now" } };
    world.emulator.addFault({ operation: "updateCluster", effect: refusal });
    const error = await failure(stack.up({ ...training, name: "training" }));
    expect(error).toBeInstanceOf(InitError);
    expect(error.message).toContain('not now. "pulumi up" renames it.');
    await stack.up({ ...training, name: "training" });
    expect((await world.platform.clusters.get(stack.id)).name).toBe("training");
  });

  test("is replaced for a new image, pod count or data center, but not for a new name", async () => {
    const stack = await aStack().up(training);
    const place = String(stack.outputs.dataCenterId);
    const planned = (change: object) => stack.preview({ ...training, ...change });
    expect((await planned({ image: "trainer:2" })).replaced).toEqual(["image"]);
    expect((await planned({ compute: { ...compute, podCount: 4 } })).replaced).toEqual(["compute"]);
    expect(await planned({ dataCenterIds: ["EU-CZ-1", place] })).toMatchObject({
      changed: ["dataCenterIds"],
      replaced: [],
    });
    expect((await planned({ dataCenterIds: ["OC-AU-1"] })).replaced).toEqual(["dataCenterIds"]);
    await stack.up({ ...training, name: "renamed" });
    expect((await world.platform.clusters.get(stack.id)).name).toBe("renamed");
    expect(world.emulator.counts().createCluster).toBe(1);
  });

  test("stays in the state if one of its pods fails", async () => {
    world.emulator.scriptPods({ match: { image: "trainer:1" }, outcome: "error", log: ["uses canary-77d"] });
    const stack = aStack();
    const error = await failure(stack.up(training));
    expect(error).toBeInstanceOf(InitError);
    expect(error.message).toMatch(
      /^cluster \w+ \(".*"\) was created but is not complete: not all of its pods run \(.*ERROR.*\)\./,
    );
    expect(error.message).toMatch(/Its 3 pods cost \$[\d.]+ an hour now\./);
    expect(error.message).toMatch(/the last lines of pod \w+'s log:\n(.*\n)*.*uses /);
    expect(error.message).not.toContain("canary-77d");
    await stack.preview(training);
    expect(stack.lines).toEqual(["not every pod was RUNNING: Podwright waits until all pods are RUNNING"]);
    for (const { id } of await world.platform.clusters.pods(stack.id))
      world.emulator.changePod(id, { status: "RUNNING" });
    await stack.up(training);
    expect(stack.outputs).toMatchObject({ ready: true });
    expect(world.emulator.counts().createCluster).toBe(1);
  });

  test("is not ready if Podwright cannot read its pods after an update that does not wait", async () => {
    const stack = await aStack().up(training);
    expect(stack.outputs).toMatchObject({ ready: true });
    world.emulator.addFault({ operation: "listClusterPods", times: 99, effect: { status: 403, body: {} } });
    await stack.up({ ...training, name: "renamed", skipAwait: true });
    expect(stack.outputs).toMatchObject({ name: "renamed", ready: false });
  });

  test("is deleted together with its pods", async () => {
    world.emulator.scriptPods({ outcome: "stuck" });
    const stack = await aStack().up({ ...training, skipAwait: true });
    expect(stack.outputs).toMatchObject({ ready: false });
    await world.platform.clusters.delete(stack.id);
    expect(await stack.refresh()).toBe(false);
    world.emulator.scriptPods({});
    const other = await aStack().up(training);
    await other.destroy();
    expect(await world.platform.clusters.list()).toEqual([]);
    expect(await world.platform.pods.list({ includeClusterPods: true })).toEqual([]);
  });

  test("can be imported with the settings of its pods", async () => {
    const stack = await aStack().up({ ...training, disk: 30, ports: ["22/tcp"] });
    const { inputs } = await aStack().import(stack.id);
    expect(inputs).toMatchObject({
      type: "TRAINING",
      compute,
      image: "trainer:1",
      env: { TOKEN: "canary-77d" },
      disk: 30,
    });
    expect(problemsOf(cluster.inputs, inputs)).toEqual([]);
  });

  test("is not replaced after an import if the program declares no disk", async () => {
    const stack = await aStack().import((await aStack().up(training)).id);
    expect(stack.inputs).toHaveProperty("disk");
    expect((await stack.preview(training)).replaced).toEqual([]);
    expect((await stack.preview({ ...training, disk: 500 })).replaced).toEqual(["disk"]);
  });

  // Such a platform briefly counts a failing pod as RUNNING.
  test("shows no value of its template's variables in the error about a failed pod", async () => {
    world.emulator.scriptPods({ match: { image: "trainer:2" }, outcome: "error", log: ["uses canary-of-template"] });
    const { id: templateId } = await world.platform.templates.create({
      ...{ name: "trainer", image: "trainer:2", serverless: false },
      env: { TOKEN: "canary-of-template" },
    });
    const { compute: hardware, type } = training;
    const error = await failure(aStack().up({ compute: hardware, type, templateId }));
    expect(error.message).toMatch(/the last lines of pod \w+'s log:\n(.*\n)*.*uses \S+/);
    expect(error.message).not.toContain("canary-of-template");
  });
});

test.each([
  [{ compute, type: "TRAINING" }, "image"],
  [{ ...training, env: undefined, templateId: "t" }, "image"],
  [{ ...training, compute: { ...compute, podCount: 1 } }, "compute.podCount"],
])("Podwright names the invalid input of a cluster: case %#", (inputs, path) => {
  expect(problemsOf(cluster.inputs, inputs).map((problem) => problem.path.join("."))).toEqual([path]);
});
