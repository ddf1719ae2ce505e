import { beforeEach, describe, expect, test } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import { separate } from "../../../../provider/planning/projection";
import type { Values } from "../../../../provider/planning/values";
import { failure, newerTest, type OneResource, useLifecycles } from "../harness";
import { preview } from "../preview";

const world = useLifecycles();
const anEndpoint = () => world.stack(serverlessEndpoint);
const counts = () => world.emulator.counts();
const overRest = async (id: string) => (await ask(`/v2/serverless/${id}`)) as { image: string; env: Values };

async function ask(path: string): Promise<unknown> {
  const { url, apiKey } = world.emulator;
  return await (await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${apiKey}` } })).json();
}

/** The surface is gone, as the platform has announced it for GraphQL. */
function retireGraphql() {
  const effect = { status: 410, body: { errors: [{ message: "GraphQL has been retired." }] } };
  for (const operation of ["myself", "saveEndpoint"]) world.emulator.addFault({ operation, times: 99, effect });
}

const both = ["graphql", "rest"] as const;
const ways = both.flatMap((made) => both.map((then) => [made, then] as const));

let worker: OneResource;
let queue: Values;
beforeEach(async () => {
  worker = await world.stack(template).create({ image: "worker:1", serverless: true, env: { A: "1" } });
  queue = { gpuIds: "ADA_24,AMPERE_24", templateId: worker.id };
});

describe.each(ways)("an endpoint created over %s and then managed over %s", (made, then) => {
  const variants: [string, Values][] = [
    ["with what is needed alone", {}],
    [
      "with everything",
      { name: "everything", workersMin: 1, workersMax: 5, idleTimeout: 30, flashBootType: "FLASHBOOT" },
    ],
    [
      "with several GPUs on hosts of a CUDA version",
      { gpuCount: 2, minCudaVersion: "12.4", executionTimeoutMs: 60_000 },
    ],
    ["with one of two CUDA versions", { allowedCudaVersions: ["12.8", "12.4"] }],
    ["that excludes a card, in another order than lists have", { gpuIds: "-NVIDIA L4, AMPERE_24 ,ADA_24" }],
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
    ["anywhere, said so", { locations: "" }],
    ["that scales on requests", { scalerType: "REQUEST_COUNT", scalerValue: 2, idleTimeout: 30 }],
    ["that balances load", { type: "LB", scalerType: "REQUEST_COUNT", idleTimeout: 30 }],
  ];

  test.each(variants)("%s: a refresh changes nothing, nor does one after the switch back", async (_, more) => {
    await world.switchTo(made);
    const inputs = { ...queue, ...more };
    const stack = await anEndpoint().create(inputs);
    const before = stack.state;
    for (const transport of [then, made]) {
      await world.switchTo(transport);
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
      expect(preview(serverlessEndpoint, stack, inputs).differences).toEqual([]);
    }
  });

  test("is imported with the template it was given", async () => {
    await world.switchTo(made);
    const { id } = await anEndpoint().create({ ...queue, locations: "EU-RO-1" });
    await world.switchTo(then);
    const found = await serverlessEndpoint.read(world.run(), { id, declared: undefined });
    expect(found?.inputs).toMatchObject({ templateId: worker.id, locations: "EU-RO-1" });
  });

  test("shows what drifted, and takes every change", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().create({ ...queue, workersMax: 5 });
    await world.switchTo(then);
    world.emulator.changeEndpoint(stack.id, { workersMax: 2 });
    await stack.refresh();
    expect(stack.state.inputs).toMatchObject({ workersMax: 2 });
    const changed = {
      ...queue,
      ...{ gpuIds: "ADA_24", idleTimeout: 60, locations: "EU-RO-1", flashBootType: "FLASHBOOT", scalerValue: 7 },
      ...{ workersMin: 1, workersMax: 4, gpuCount: 2, allowedCudaVersions: ["12.8"], executionTimeoutMs: 60_000 },
    };
    await stack.update(changed);
    expect(stack.outputs).toMatchObject(changed);
    await stack.refresh();
    expect(stack.outputs).toMatchObject(changed);
    const { allowedCudaVersions: _, gpuCount: _count, executionTimeoutMs: _limit, ...fewer } = changed;
    await stack.update({ ...fewer, minCudaVersion: "12.4" });
    expect(world.emulator.state().endpoints).toMatchObject([
      { gpuCount: 1, allowedCudaVersions: "", minCudaVersion: "12.4", executionTimeoutMs: 600_000 },
    ]);
    await stack.update(fewer);
    expect(world.emulator.state().endpoints).toMatchObject([{ minCudaVersion: "" }]);
  });

  newerTest("on CPUs takes others of them, is imported with them, and is replaced for GPUs", async () => {
    await world.switchTo(made);
    const inputs = { templateId: worker.id, cpu: [{ id: "cpu3c", vcpuCount: 2 }] };
    const stack = await anEndpoint().create(inputs);
    await world.switchTo(then);
    const cpu = [{ id: "cpu5g", vcpuCount: 4 }, ...inputs.cpu];
    await stack.update({ ...inputs, cpu, workersMin: 1 });
    expect(world.emulator.state().endpoints).toMatchObject([
      { gpuIds: "", instanceIds: ["cpu5g-4-16", "cpu3c-2-4"], workersMin: 1 },
    ]);
    const imported = await serverlessEndpoint.read(world.run(), { id: stack.id, declared: undefined });
    expect(imported?.inputs).toMatchObject({ cpu });
    for (const ofGpus of ["gpuIds", "gpuCount"]) expect(imported?.inputs).not.toHaveProperty(ofGpus);
    const { replaces } = preview(serverlessEndpoint, stack, { ...queue, workersMin: 1 });
    expect(replaces.map(({ path }) => path)).toEqual([["gpuIds"], ["cpu"]]);
  });

  newerTest("keeps the volumes that somebody else attached, and gives up only its own", async () => {
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
    const stack = await anEndpoint().create({ ...queue, networkVolumeId: own });
    const before = stack.state;
    await world.switchTo(then);
    world.emulator.changeEndpoint(stack.id, { networkVolumeIds: [theirs, own] });
    const inputs = { ...queue, networkVolumeId: own, workersMax: 5 };
    await stack.update(inputs);
    expect(attached()).toEqual([own, theirs].sort());
    await stack.refresh();
    expect(stack.state.inputs).toMatchObject(before.inputs);
    expect(separate(stack.outputs).undeclared).toMatchObject({ networkVolumeIds: [theirs, own] });
    await stack.update({ ...inputs, networkVolumeId: third });
    expect(attached()).toEqual([theirs, third].sort());
    await stack.update({ ...queue, networkVolumeIds: [third, own] });
    expect(attached()).toEqual([own, theirs, third].sort());
    await stack.refresh();
    expect(stack.state.inputs.networkVolumeIds).toHaveLength(3);
    await stack.update({ ...queue, networkVolumeIds: [own, third] });
    expect(attached()).toEqual([own, third].sort());
    const imported = await serverlessEndpoint.read(world.run(), { id: stack.id, declared: undefined });
    expect(imported?.inputs.networkVolumeIds).toHaveLength(2);
    expect(imported?.inputs).not.toHaveProperty("networkVolumeId");
    await stack.update(queue);
    expect(attached()).toEqual([]);
  });

  test("takes another template, and is deleted, without harm to any template", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().create(queue);
    await world.switchTo(then);
    const other = await world.stack(template).create({ image: "worker:2", serverless: true, env: { B: "2" } });
    await stack.update({ ...queue, templateId: other.id });
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:2", env: { B: "2" } });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    await world.switchTo(made);
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: other.id });
    await stack.delete();
    expect(await world.platform.endpoints.list()).toEqual([]);
    for (const { id, outputs } of [worker, other]) {
      expect(await world.platform.templates.get(id)).toMatchObject({ image: outputs.image, env: outputs.env });
    }
  });

  test("follows its template when that is changed", async () => {
    await world.switchTo(made);
    const stack = await anEndpoint().create(queue);
    await world.switchTo(then);
    await worker.update({ image: "worker:9", serverless: true, env: { A: "9" } });
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9", env: { A: "9" } });
    const before = stack.state;
    await stack.refresh();
    expect(stack.state).toEqual(before);
  });
});

test("GraphQL, once retired, is asked once, and nothing switches by itself", async () => {
  retireGraphql();
  world.emulator.clearRequests();
  const stack = anEndpoint();
  expect((await failure(stack.create(queue))).message).toContain(
    'The platform has retired GraphQL, so saveEndpoint was not done (410: GraphQL has been retired). Give connect endpointTransport: "rest"',
  );
  expect(counts()).toEqual({ saveEndpoint: 1 });
  await world.switchTo("rest");
  await stack.create(queue);
  expect(counts()).toMatchObject({ createEndpoint: 1 });
});

test("an endpoint whose GraphQL is retired is neither gone nor changed", async () => {
  const stack = await anEndpoint().create(queue);
  retireGraphql();
  const retired = expect.stringContaining("The platform has retired GraphQL");
  expect(await failure(stack.refresh())).toMatchObject({ message: retired });
  expect(await failure(stack.update({ ...queue, workersMax: 5 }))).toMatchObject({ message: retired });
  expect(await failure(stack.delete())).toMatchObject({ message: retired });
  expect(counts().deleteEndpoint).toBeUndefined();
  await world.switchTo("rest");
  expect(await stack.refresh()).toBe(true);
});

describe("an endpoint over REST", () => {
  beforeEach(() => world.switchTo("rest"));

  test("gets the idle timeout it was declared with as soon as one applies", async () => {
    const inputs = { ...queue, idleTimeout: 30, scalerValue: 2 };
    const stack = await anEndpoint().create({ ...inputs, scalerType: "REQUEST_COUNT" });
    await stack.update({ ...inputs, scalerType: "QUEUE_DELAY" });
    expect(await world.platform.endpoints.get(stack.id)).toMatchObject({ idleTimeout: 30 });
  });

  const change = (id: string, body: object) => {
    const { url, apiKey } = world.emulator;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    return fetch(`${url}/v2/serverless/${id}`, { method: "PATCH", headers, body: JSON.stringify(body) });
  };

  test("keeps variables of its own over those of its template, whatever changes, until its program takes them away", async () => {
    const env = { A: "own", "MY,KEY": "own" };
    const stack = await anEndpoint().create({ ...queue, env });
    expect((await overRest(stack.id)).env).toMatchObject(env);

    const inputs = { image: "worker:9", serverless: true, env: { A: "9", B: "9" } };
    await worker.update(inputs);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9", env: { ...env, B: "9" } });
    await worker.update({ ...inputs, name: "renamed" });
    expect(counts().updateEndpoint, "its copy is current").toBe(1);

    const before = stack.state;
    for (const transport of both) {
      await world.switchTo(transport);
      expect(await stack.refresh()).toBe(true);
      expect(stack.state).toEqual(before);
      const imported = await serverlessEndpoint.read(world.run(), { id: stack.id, declared: undefined });
      expect(imported?.inputs).toMatchObject({ env });
    }

    const { differences, replaces } = preview(serverlessEndpoint, stack, { ...queue, env: { C: "3" } });
    expect(differences).toMatchObject([{ path: ["env"], notice: "renews the endpoint's workers" }]);
    expect(replaces).toEqual([]);
    await stack.update({ ...queue, env: { C: "3" } });
    expect(stack.outputs).toMatchObject({ env: { C: "3" } });
    expect((await overRest(stack.id)).env).toMatchObject({ A: "9", B: "9", C: "3" });
    await stack.update(queue);
    expect((await overRest(stack.id)).env).toEqual({ A: "9", B: "9", PODWRIGHT_TEMPLATE_ID: worker.id });
  });

  test("shows which of its own variables somebody else has changed or removed, and gets them back", async () => {
    const inputs = { ...queue, env: { B: "own", C: "own" } };
    const stack = await anEndpoint().create(inputs);
    const { C: _, ...left } = (await overRest(stack.id)).env;
    await change(stack.id, { env: { ...left, A: "theirs", B: "theirs" } });

    await stack.refresh();

    expect(stack.state.inputs.env).toEqual({ B: "theirs" });
    await stack.update(inputs);
    expect((await overRest(stack.id)).env).toMatchObject({ A: "1", ...inputs.env });
  });

  test("that shares its template gets no variables of its own, which would be the template's, and learns what to do", async () => {
    await world.switchTo("graphql");
    const stack = await anEndpoint().create(queue);
    await world.switchTo("rest");
    const news = { ...queue, env: { B: "own" } };
    const foreseen = async (id: string) => {
      const change = { id, olds: queue, news, state: stack.outputs } as never;
      return (await serverlessEndpoint.foresee?.(world.run(), change))?.join();
    };
    expect(await foreseen(stack.id)).toMatch(/the update will be refused: .+ "pulumi up --replace URN" makes a new/);
    expect(await foreseen((await anEndpoint().create(news)).id)).toBe("");
    const { message } = await failure(stack.update(news));
    expect(message).toContain(`endpoint ${stack.id} is bound to template ${worker.id} itself`);
    expect(message).toContain("Put these variables into the env of the template");
    expect((await overRest(stack.id)).env).toEqual({ A: "1" });
  });

  test("in a region nobody knows is refused before anything is sent", async () => {
    expect((await failure(anEndpoint().create({ ...queue, locations: "XX" }))).message).toContain(
      "no data center in XX",
    );
    expect(counts().createEndpoint).toBeUndefined();
  });

  test("does not follow a change of its template that its copy has already", async () => {
    await anEndpoint().create(queue);
    await worker.update({ name: "renamed", image: "worker:1", serverless: true, env: { A: "1" } });
    expect(counts().updateEndpoint).toBeUndefined();
  });

  test("whose following fails is followed up by the next deployment", async () => {
    const stack = await anEndpoint().create(queue);
    const effect = { status: 403, body: { title: "Forbidden", status: 403, detail: "access denied" } };
    world.emulator.addFault({ operation: "updateEndpoint", effect });
    const inputs = { image: "worker:9", serverless: true, env: { A: "9" } };
    expect((await failure(worker.update(inputs))).message).toMatch(/was updated, but .* "pulumi up" continues with it/);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:1" });
    await worker.update(inputs);
    expect(await overRest(stack.id)).toMatchObject({ image: "worker:9" });
    expect(counts().updateTemplate).toBe(1);
  });

  test("needs no GraphQL: it is created, changed, read and deleted, and its template stays", async () => {
    retireGraphql();
    const stack = await anEndpoint().create({ ...queue, workersMin: 1 });
    const other = await world.stack(template).create({ image: "worker:1", serverless: true });
    await stack.update({ ...queue, templateId: other.id, workersMax: 2 });
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: other.id, workersMax: 2 });
    await stack.delete();
    expect(counts()).toMatchObject({ createEndpoint: 1, deleteEndpoint: 1 });
    expect(await world.platform.templates.list()).toHaveLength(2);
  });

  test("that was created over GraphQL, since retired, is kept rather than its template lost", async () => {
    await world.switchTo("graphql");
    const stack = await anEndpoint().create(queue);
    await world.switchTo("rest");
    retireGraphql();
    await stack.refresh();
    expect(stack.outputs).toMatchObject({ templateId: worker.id });
    const { message } = await failure(stack.delete());
    expect(message).toContain(`it could delete a template together with endpoint ${stack.id} (${worker.id})`);
    expect(message).toContain("it has workersMin 0 and workersMax 3 again");
    const other = await world.stack(template).create({ image: "worker:2", serverless: true });
    const update = failure(stack.update({ ...queue, templateId: other.id }));
    expect((await update).message).toContain("it could overwrite a template");
    expect(await world.platform.templates.get(worker.id)).toMatchObject({ image: "worker:1" });
  });
});

test.each(both)(
  "a creation over %s ends with the creation: nothing that could fail comes after it",
  async (transport) => {
    await world.switchTo(transport);
    world.emulator.clearRequests();
    await anEndpoint().create({ ...queue, locations: "EU-RO-1", scalerType: "REQUEST_COUNT", idleTimeout: 30 });
    expect(world.emulator.requests().map(({ operation }) => operation)).toEqual([
      transport === "rest" ? "createEndpoint" : "saveEndpoint",
    ]);
  },
);

test("variables of an endpoint's own are refused over GraphQL before anything is sent, never dropped", async () => {
  const settings = { name: "own", templateId: worker.id, env: { A: "own" } };
  world.emulator.clearRequests();
  expect((await failure(world.platform.endpoints.create(settings))).message).toBe(
    "saveEndpoint was not sent: env can be saved with endpointTransport rest only.",
  );
  expect(counts()).toEqual({});
});

test("a refresh of many endpoints after a switch asks each surface once", async () => {
  const stacks = await Promise.all(
    [1, 2, 3, 4].map(async (n) => {
      const { id } = await world.platform.templates.create({ name: `t${n}`, image: "worker", serverless: true });
      return await anEndpoint().create({ ...queue, templateId: id });
    }),
  );
  await world.switchTo("rest");
  world.emulator.clearRequests();
  await Promise.all(stacks.map((stack) => stack.refresh()));
  expect(counts()).toEqual({ listEndpoints: 1, myself: 1 });
});
