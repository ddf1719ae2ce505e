import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { Values } from "../../../kernel/values";
import { functions } from "../../../provider/functions";
import { openSession } from "../../../provider/session/session";
import { createEndpoint } from "../../support/endpoints";
import { useLifecycles } from "./harness";

const it = useLifecycles();
const gpu = { id: "NVIDIA GeForce RTX 4090" };
const env = { TOKEN: "canary-of-the-environment" };

/** Calls a function as the plugin does, and compares its response with its schema. */
async function call(name: string, args: Values = {}): Promise<Record<string, unknown>> {
  const found = functions.find((one) => one.name === name);
  if (found === undefined) throw new Error(`there is no function ${name}`);
  const session = openSession({ platform: it.platform, timeScale: 0.01 });
  const answer = await found.call(session, found.args.parse(args) as Values, AbortSignal.timeout(10_000));
  expect(JSON.stringify(answer)).not.toContain(env.TOKEN);
  return z.strictObject(found.result.shape).parse(answer);
}

const endpoint = () => createEndpoint(it.platform, { workersMax: 1, env });

const pod = () => it.platform.pods.create({ name: "web", image: "nginx", gpu, ports: ["22/tcp"], env });

describe("the function", () => {
  test("getPod returns a pod without its environment", async () => {
    const { id } = await pod();
    it.emulator.advance(10);
    expect(await call("getPod", { id })).toMatchObject({
      ...{ id, name: "web", image: "nginx", ports: ["22/tcp"], status: "RUNNING", cost: 0.69, locked: false },
      portMappings: [{ private: 22, public: expect.any(Number), type: "tcp", ip: expect.any(String) }],
      placement: { gpu: { ...gpu, count: 1 } },
    });
  });

  test("getPod returns the template, CPU memory and allowed actions of a pod", async () => {
    const template = await it.platform.templates.create({ name: "base", image: "nginx" });
    const cpu = { id: "cpu3c", vcpuCount: 4 };
    const { id } = await it.platform.pods.create({ name: "web", templateId: template.id, cpu });
    it.emulator.advance(10);
    expect(await call("getPod", { id })).toMatchObject({
      template: template.id,
      placement: { cpu: { ...cpu, memory: 8 } },
      actions: ["stop", "restart", "terminate"],
    });
  });

  test("getServerlessEndpoint returns an endpoint and the URL for its jobs", async () => {
    const id = await endpoint();
    const url = `${it.emulator.url}/v2/${id}`;
    expect(await call("getServerlessEndpoint", { id })).toMatchObject({ id, name: "answers", workersMax: 1, url });
  });

  test("getEndpointHealth counts jobs and workers", async () => {
    const endpointId = await endpoint();
    it.emulator.handle(endpointId, () => {
      throw new Error("no luck");
    });
    await it.platform.jobs.run(endpointId, { n: 1 });
    it.emulator.advance(10_000);
    await expect
      .poll(() => call("getEndpointHealth", { endpointId }))
      .toEqual({
        ...{ completed: 0, failed: 1, retried: 0, inQueue: 0, inProgress: 0 },
        ...{ idleWorkers: 0, runningWorkers: 0, readyWorkers: 0 },
        ...{ initializingWorkers: 0, throttledWorkers: 0, unhealthyWorkers: 0 },
      });
  });

  test("getGpuTypes lists GPU types with their prices and the stock of a requested product", async () => {
    it.emulator.setStock({ gpu: gpu.id, count: 0 });
    const of = async (args: Values) =>
      ((await call("getGpuTypes", args)).gpuTypes as { id: string }[]).find(({ id }) => id === gpu.id);
    const told = { name: "RTX 4090", pool: "ADA_24", memory: 24, securePrice: 0.69, communityPrice: 0.34 };
    expect(await of({})).toEqual({ id: gpu.id, manufacturer: "NVIDIA", ...told });
    expect(await of({ product: "POD", cloud: "SECURE", count: 2 })).toMatchObject({ ...told, availability: "NONE" });
  });

  test("getCpuTypes lists CPU flavors with their sizes and prices", async () => {
    const { cpuTypes } = await call("getCpuTypes", { product: "POD", vcpuCount: 4 });
    expect(cpuTypes).toContainEqual(
      expect.objectContaining({ id: "cpu3c", minVcpu: 2, maxVcpu: 32, ramGbPerVcpu: 2, availability: "HIGH" }),
    );
  });

  test("getDataCenters can list only the data centers with global networking", async () => {
    const centers = async (args: Values) =>
      (await call("getDataCenters", args)).dataCenters as { id: string; globalNetwork: boolean }[];
    const having = await centers({ globalNetwork: true });
    expect(having).toContainEqual(
      expect.objectContaining({
        id: "EU-RO-1",
        region: "EUROPE",
        networkVolumeTypes: expect.arrayContaining(["STANDARD"]),
      }),
    );
    expect(having.every(({ globalNetwork }) => globalNetwork)).toBe(true);
    expect((await centers({})).length).toBeGreaterThan(having.length);
  });

  test("getTemplates can list only templates for pods, only templates for endpoints, or public templates", async () => {
    await endpoint();
    const { id } = await it.platform.templates.create({ name: "pods", image: "nginx", env });
    const own = { id, name: "pods", image: "nginx", serverless: false, public: false };
    expect(await call("getTemplates", { serverless: false })).toEqual({ templates: [own] });
    expect((await call("getTemplates", { serverless: true })).templates).toMatchObject([{ name: "of-answers" }]);
    expect((await call("getTemplates")).templates).toHaveLength(2);
    expect(await call("getTemplates", { name: "pods" })).toEqual({ templates: [own] });
    expect(await call("getTemplates", { name: "pods", serverless: true })).toEqual({ templates: [] });
    expect(await call("getTemplates", { source: "official", name: "PyTorch 2.8" })).toMatchObject({
      templates: [{ id: "pubpytorch0280", public: true }],
    });
    expect((await call("getTemplates", { source: "community" })).templates).toHaveLength(1);
  });

  test("getSecret finds a secret by its name", async () => {
    const secret = await it.platform.secrets.create({ name: "hf/token", value: env.TOKEN });
    expect(await call("getSecret", { name: "HF/token" })).toEqual({ ...secret, description: undefined });
    await expect(call("getSecret", { name: "hf" })).rejects.toThrow('the account has no secret named "hf"');
  });

  test("getNetworkVolumes lists the network volumes of a data center", async () => {
    const { networkVolumes } = it.platform;
    const here = await networkVolumes.create({ name: "here", size: 10, dataCenter: "EU-RO-1" });
    await networkVolumes.create({ name: "there", size: 10, dataCenter: "US-TX-3" });
    expect(await call("getNetworkVolumes", { dataCenter: "EU-RO-1" })).toEqual({ networkVolumes: [here] });
    expect((await call("getNetworkVolumes")).networkVolumes).toHaveLength(2);
  });

  test.each([
    ["account", "podGpuAmount"],
    ["pods", "gpuAmount"],
  ])('getBilling returns the costs of the subject "%s" in the field %s', async (subject, component) => {
    const { id, cost } = await pod();
    it.emulator.advance(10 * 3_600_000);
    const told = await call("getBilling", { subject, bucketSize: "year", lastN: 2 });
    expect(told.totalAmount).toBeCloseTo(10 * cost, 2);
    expect(told.amounts).toMatchObject({ [component]: told.totalAmount });
    const records = told.records as { totalAmount: number; resourceId?: string }[];
    expect(records.reduce((sum, { totalAmount }) => sum + totalAmount, 0)).toBeCloseTo(10 * cost, 2);
    const ids = new Set(records.map(({ resourceId }) => resourceId));
    expect(ids).toEqual(new Set([subject === "pods" ? id : undefined]));
  });

  test.each(["serverless", "publicEndpoints", "networkVolumes", "clusters"])(
    'getBilling returns no records if the account has no costs of the subject "%s"',
    async (subject) => {
      expect(await call("getBilling", { subject })).toMatchObject({ records: [], totalAmount: 0 });
    },
  );

  test("runJob runs a job and returns its output", async () => {
    const endpointId = await endpoint();
    it.emulator.handle(endpointId, ({ n }) => ({ output: { twice: 2 * Number(n) }, durationMs: 5 }));
    const ran = call("runJob", { endpointId, input: { n: 21 } });
    expect(await ran).toEqual({ id: expect.any(String), output: { twice: 42 }, executionTime: expect.any(Number) });
  });

  test("runJob runs a job on a public model if public is set", async () => {
    const model = { endpointId: "black-forest-labs-flux-1-schnell", input: { prompt: "a cat" } };
    expect(await call("runJob", { ...model, public: true })).toMatchObject({ output: { cost: expect.any(Number) } });
  });

  test("runJob refuses an empty input and submits no job", async () => {
    const endpointId = await endpoint();
    await expect(call("runJob", { endpointId, input: {} })).rejects.toThrow(/treat an empty input as missing/);
    expect(it.emulator.counts().run).toBeUndefined();
  });

  test("runJob fails with the handler's error if the job fails", async () => {
    const endpointId = await endpoint();
    it.emulator.handle(endpointId, () => {
      throw new Error("out of memory");
    });
    await expect(call("runJob", { endpointId, input: { n: 1 } })).rejects.toThrow(/out of memory/);
  });

  test("runJob cancels a job that runs longer than the function's timeout", async () => {
    const endpointId = await endpoint();
    it.emulator.handle(endpointId, () => new Promise(() => undefined));
    await expect(call("runJob", { endpointId, input: { n: 1 }, timeout: "200ms" })).rejects.toThrow(
      "the job took longer than its `timeout`, 200ms, so Podwright cancelled it",
    );
    await expect.poll(() => it.emulator.counts().cancel ?? 0).toBe(1);
  });
});

test("no function of the plugin is renamed or removed", () => {
  expect(functions.map(({ name }) => name).sort()).toEqual([
    ...["getBilling", "getCpuTypes", "getDataCenters", "getEndpointHealth", "getGpuTypes", "getNetworkVolumes"],
    ...["getPod", "getSecret", "getServerlessEndpoint", "getTemplates", "runJob"],
  ]);
});
