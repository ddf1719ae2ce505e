import { describe, expect, test } from "vitest";
import type { Values } from "../../../../kernel/values";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import { failure, newerTest } from "../harness";
import { both, useEndpointsWithTemplate } from "./endpoints-with-template";

const endpoints = useEndpointsWithTemplate();
const { world, anEndpoint, counts, overRest } = endpoints;

const ways = both.flatMap((made) => both.map((then) => [made, then] as const));

describe.each(ways)("an endpoint created over %s and then managed over %s", (made, then) => {
  const variants: [string, Values][] = [
    ["with only the required inputs", {}],
    [
      "with every input",
      { name: "everything", workersMin: 1, workersMax: 5, idleTimeout: 30, flashBootType: "FLASHBOOT" },
    ],
    [
      "with several GPUs on hosts with a CUDA version",
      { gpuCount: 2, minCudaVersion: "12.4", executionTimeoutMs: 60_000 },
    ],
    ["with one of two CUDA versions", { allowedCudaVersions: ["12.8", "12.4"] }],
    ["that excludes a GPU type in a list of pools", { gpuIds: "-NVIDIA L4, AMPERE_24 ,ADA_24" }],
    [
      "on CPUs of several kinds",
      {
        gpuIds: undefined,
        cpu: [
          { id: "cpu5c", vcpuCount: 4 },
          { id: "cpu3c", vcpuCount: 2 },
        ],
      },
    ],
    ["in a data center", { locations: "US-TX-3, EU-RO-1" }],
    ["in regions", { locations: "CZ,FR,US" }],
    ["in any location, as declared", { locations: "" }],
    ["that scales on requests", { scalerType: "REQUEST_COUNT", scalerValue: 2, idleTimeout: 30 }],
    ["that balances load", { type: "LB", scalerType: "REQUEST_COUNT", idleTimeout: 30 }],
  ];

  test.each(variants)("has the same state after a refresh over either API (%s)", async (_, more) => {
    await world.switchTo(made);
    const inputs = { ...endpoints.queue, ...more };
    const stack = await anEndpoint().up(inputs);
    const before = stack.state;
    for (const transport of [then, made]) {
      await world.switchTo(transport);
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
      expect((await stack.preview(inputs)).changed).toEqual([]);
    }
  });

  test("can be imported with its declared template", async () => {
    await world.switchTo(made);
    const { id } = await anEndpoint().up({ ...endpoints.queue, locations: "EU-RO-1" });
    await world.switchTo(then);
    const found = await world.stackOf(serverlessEndpoint).import(id);
    expect(found.inputs).toMatchObject({ templateId: endpoints.worker.id, locations: "EU-RO-1" });
  });

  test("can change its settings and reset the settings to their defaults", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().up({ ...endpoints.queue, workersMax: 5 });
    await world.switchTo(then);
    world.emulator.changeEndpoint(stack.id, { workersMax: 2 });
    await stack.refresh();
    expect(stack.inputs).toMatchObject({ workersMax: 2 });
    const changed = {
      ...endpoints.queue,
      ...{ gpuIds: "ADA_24", idleTimeout: 60, locations: "EU-RO-1", flashBootType: "FLASHBOOT", scalerValue: 7 },
      ...{ workersMin: 1, workersMax: 4, gpuCount: 2, allowedCudaVersions: ["12.8"], executionTimeoutMs: 60_000 },
    };
    await stack.up(changed);
    expect(stack.outputs).toMatchObject(changed);
    await stack.refresh();
    expect(stack.outputs).toMatchObject(changed);
    const { allowedCudaVersions: _, gpuCount: _count, executionTimeoutMs: _limit, ...fewer } = changed;
    await stack.up({ ...fewer, minCudaVersion: "12.4" });
    expect(world.emulator.state().endpoints).toMatchObject([
      { gpuCount: 1, allowedCudaVersions: "", minCudaVersion: "12.4", executionTimeoutMs: 600_000 },
    ]);
    await stack.up(fewer);
    expect(world.emulator.state().endpoints).toMatchObject([{ minCudaVersion: "" }]);
  });

  test("can lose its locations only over the API that created the endpoint", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().up({ ...endpoints.queue, locations: "EU-RO-1" });
    await world.switchTo(then);
    const { message } = await failure(stack.up(endpoints.queue)).catch(() => ({ message: "" }));
    await stack.refresh();
    expect(stack.outputs.locations).toBe(made === then ? undefined : "EU-RO-1");
    if (made === then) return expect(message).toBe("");
    expect(message).toMatch(
      /keeps locations "EU-RO-1", because this API cannot remove .*Podwright changed nothing\. Make this update with the other value of endpointTransport,/,
    );
    await world.switchTo(made);
    await stack.up(endpoints.queue);
    await world.switchTo(then);
    await stack.refresh();
    expect((await stack.preview(endpoints.queue)).changed).toEqual([]);
  });

  newerTest("can change its CPUs in place", async () => {
    await world.switchTo(made);
    const inputs = { templateId: endpoints.worker.id, cpu: [{ id: "cpu3c", vcpuCount: 2 }] };
    const stack = await anEndpoint().up(inputs);
    await world.switchTo(then);
    const cpu = [{ id: "cpu5g", vcpuCount: 4 }, ...inputs.cpu];
    await stack.up({ ...inputs, cpu, workersMin: 1 });
    expect(world.emulator.state().endpoints).toMatchObject([
      { gpuIds: "", instanceIds: ["cpu5g-4-16", "cpu3c-2-4"], workersMin: 1 },
    ]);
    const imported = await world.stackOf(serverlessEndpoint).import(stack.id);
    expect(imported.inputs).toMatchObject({ cpu });
    for (const ofGpus of ["gpuIds", "gpuCount"]) expect(imported.inputs).not.toHaveProperty(ofGpus);
    const { replaced } = await stack.preview({ ...endpoints.queue, workersMin: 1 });
    expect(replaced).toEqual(["cpu", "gpuIds"]);
  });

  newerTest("keeps volumes that another user attached", async () => {
    await world.switchTo(made);
    const create = ({ networkVolumes }: typeof world.platform, name: string, dataCenter: string) =>
      networkVolumes.create({ name, size: 10, dataCenter });
    const centers = ["EU-RO-1", "US-TX-3", "EU-CZ-1"];
    const volumes = await Promise.all(centers.map((center) => create(world.platform, center, center)));
    const [own = "", theirs = "", third = ""] = volumes.map(({ id }) => id);
    const attached = () =>
      world.emulator
        .state()
        .endpoints[0]?.networkVolumeIds.map((one) => one?.networkVolumeId)
        .sort();
    const stack = await anEndpoint().up({ ...endpoints.queue, networkVolumeId: own });
    const before = stack.state;
    await world.switchTo(then);
    world.emulator.changeEndpoint(stack.id, { networkVolumeIds: [theirs, own] });
    const inputs = { ...endpoints.queue, networkVolumeId: own, workersMax: 5 };
    await stack.up(inputs);
    expect(attached()).toEqual([own, theirs].sort());
    await stack.refresh();
    expect(stack.inputs).toMatchObject(before.inputs);
    expect(separate(stack.outputs).undeclared).toMatchObject({ networkVolumeIds: [theirs, own] });
    await stack.up({ ...inputs, networkVolumeId: third });
    expect(attached()).toEqual([theirs, third].sort());
    await stack.up({ ...endpoints.queue, networkVolumeIds: [third, own] });
    expect(attached()).toEqual([own, theirs, third].sort());
    await stack.refresh();
    expect(stack.inputs.networkVolumeIds).toHaveLength(3);
    await stack.up({ ...endpoints.queue, networkVolumeIds: [own, third] });
    expect(attached()).toEqual([own, third].sort());
    const imported = await world.stackOf(serverlessEndpoint).import(stack.id);
    expect(imported.inputs.networkVolumeIds).toHaveLength(2);
    expect(imported.inputs).not.toHaveProperty("networkVolumeId");
    await stack.up(endpoints.queue);
    expect(attached()).toEqual([]);
  });

  test("can switch to another template while both templates stay unchanged", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().up(endpoints.queue);
    await world.switchTo(then);
    const other = await endpoints.aTemplate({ image: "worker:2", env: { B: "2" } });
    await stack.up({ ...endpoints.queue, templateId: other.id });
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:2", env: { B: "2" } });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    await world.switchTo(made);
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    await stack.destroy();
    expect(await world.platform.endpoints.list()).toEqual([]);
    for (const { id, outputs } of [endpoints.worker, other]) {
      expect(await world.platform.templates.get(id)).toMatchObject({ image: outputs.image, env: outputs.env });
    }
  });

  test("gets the new settings when its template changes", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().up(endpoints.queue);
    await world.switchTo(then);
    await endpoints.changeTemplate({ image: "worker:9", serverless: true, env: { A: "9" } });
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9", env: { A: "9" } });
    const before = stack.state;
    await stack.refresh();
    expect(stack.state).toEqual(before);
  });
});

test.each(both)("the create of an endpoint over %s succeeds even if the following read fails", async (transport) => {
  await world.switchTo(transport);
  world.emulator.clearRequests();
  const lists = transport === "rest" ? "listEndpoints" : "myself";
  world.emulator.addFault({ operation: lists, skip: 1, effect: { status: 403, body: {} } });
  await anEndpoint().up({
    ...endpoints.queue,
    locations: "EU-RO-1",
    scalerType: "REQUEST_COUNT",
    idleTimeout: 30,
  });
  expect(world.emulator.requests().map(({ operation }) => operation)).toEqual(
    transport === "rest" ? [lists, "createEndpoint", lists] : [lists, "saveEndpoint", lists],
  );
});

test("a refresh of many endpoints after a switch to REST sends one request to each API", async () => {
  const stacks = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const { id } = await world.platform.templates.create({ name: `t${n}`, image: "worker", serverless: true });
      return await anEndpoint().up({ ...endpoints.queue, templateId: id });
    }),
  );
  await world.switchTo("rest");
  world.emulator.clearRequests();
  await Promise.all(stacks.map((stack) => stack.refresh()));
  expect(counts()).toEqual({ listEndpoints: 1, myself: 1 });
});
