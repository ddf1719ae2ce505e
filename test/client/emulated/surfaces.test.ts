import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ConflictError,
  connect,
  type EndpointInput,
  JobFailedError,
  NotFoundError,
  type Platform,
  RuleError,
} from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { anEndpointInput } from "../../support/endpoints";
import { failure } from "../support/local-server";

let emulator: Emulator;
let platform: Platform;
let overRest: Platform;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 0, start: 0 });
});
afterAll(() => emulator.close());

beforeEach(() => {
  emulator.reset();
  const { url, apiKey } = emulator;
  const settings = { apiKey, baseUrl: url, serverlessUrl: url, timeScale: 0.01 };
  platform = connect(settings);
  overRest = connect({ ...settings, endpointTransport: "rest" });
});
afterEach(() => Promise.all([platform.close(), overRest.close()]));

async function inputFor({ templates }: Platform): Promise<EndpointInput> {
  const { id } = await templates.create({ name: `worker-${Math.random()}`, image: "worker:1", serverless: true });
  return anEndpointInput({ templateId: id });
}

test("a log is followed from what is there to the container's end, and goes on after any line", async () => {
  const { pods } = platform;
  emulator.scriptPods({ log: ["one", "two"] });
  const { id } = await pods.create({ name: "p", image: "i", gpu: { id: "NVIDIA A40" } });
  while ((await pods.get(id)).status !== "RUNNING") emulator.advance(100);
  const seen: { id: string; line: string }[] = [];
  for await (const line of pods.follow(id, { source: "container" })) {
    seen.push(line);
    if (line.line === "two") await pods.act(id, "stop");
  }
  expect(seen.map(({ line }) => line)).toEqual(["one", "two", "container is ready"]);
  const rest = pods.follow(id, { source: "container", after: seen[0]!.id });
  const later: string[] = [];
  for await (const { line } of rest) later.push(line);
  expect(later).toEqual(["two", "container is ready"]);
});

test("a delegation is created, listed and revoked", async () => {
  const { delegations } = platform.registries;
  const made = await delegations.create({ resource: "arn:aws:ecr:us-east-2:418399314813:repository/team/app" });
  expect(made).toMatchObject({ awsUser: "418399314813", awsRegion: "us-east-2", repository: "team/app", name: null });
  expect(await delegations.list()).toEqual([made]);
  await delegations.revoke(made.id);
  expect(await failure(delegations.revoke(made.id))).toBeInstanceOf(NotFoundError);
  expect(await delegations.list()).toEqual([]);
});

test("a cluster lives its life, and its pods are its own", async () => {
  const { clusters, pods } = platform;
  const compute = { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 8, podCount: 2 };
  const cluster = await clusters.create({ name: "c", type: "SLURM", image: "i", compute });
  expect(await clusters.list()).toMatchObject([{ id: cluster.id, compute, pods: { total: 2 } }]);
  expect(await clusters.update(cluster.id, { name: "d" })).toMatchObject({ name: "d" });
  const [head] = await clusters.pods(cluster.id);
  expect(await pods.list()).toEqual([]);
  expect(await failure(pods.delete(head?.id ?? ""))).toBeInstanceOf(ConflictError);
  await clusters.delete(cluster.id);
  expect(await failure(clusters.get(cluster.id))).toBeInstanceOf(NotFoundError);
});

test("the catalog answers with and without availability, and the account keeps its keys", async () => {
  const { catalog, sshKeys } = platform;
  const gpus = await catalog.gpuTypes({ availability: { product: "POD", count: 1, cloud: "SECURE" } });
  expect(gpus.length).toBeGreaterThan(3);
  for (const gpu of gpus) expect(gpu.availability).toMatch(/^(NONE|LOW|MEDIUM|HIGH)$/);
  const [first] = gpus;
  expect(await catalog.gpuType(first?.id ?? "")).toMatchObject({ id: first?.id, price: first?.price });
  expect((await catalog.cpuTypes({ availability: { product: "POD", vcpuCount: 4 } })).length).toBeGreaterThan(0);
  expect(await catalog.cpuType("cpu5c")).toMatchObject({ id: "cpu5c" });
  const global = await catalog.dataCenters({ globalNetwork: true, include: ["GPU_AVAILABILITY"] });
  expect(global.every(({ globalNetwork, gpuAvailability }) => globalNetwork && gpuAvailability !== undefined)).toBe(
    true,
  );
  expect(await catalog.dataCenter("EU-RO-1")).toMatchObject({ region: "EUROPE" });
  expect(await catalog.publicTemplates()).not.toEqual([]);
  const key = "ssh-ed25519 AAAAC3Nza ann@example.com";
  expect(await sshKeys.set([key])).toEqual([key]);
  expect(await sshKeys.get()).toEqual([key]);
});

describe("an endpoint created over REST", () => {
  test("is the same resource on both transports, takes jobs, and is deleted without its template", async () => {
    const input = await inputFor(platform);
    const created = await overRest.endpoints.create(input);
    expect(await platform.endpoints.get(created.id)).toMatchObject({ ...input, templateId: expect.any(String) });
    expect(await overRest.endpoints.get(created.id)).toMatchObject({ ...input, workers: 0 });
    const job = platform.jobs.submit(created.id, { prompt: "hi" });
    await job.accepted();
    emulator.advance(60_000);
    expect(await job).toMatchObject({ status: "COMPLETED", output: { prompt: "hi" } });
    expect(await failure(overRest.endpoints.delete(created.id))).toBeInstanceOf(RuleError);
    const { id: _id, workers: _workers, ...live } = await overRest.endpoints.get(created.id);
    await overRest.endpoints.update(created.id, { ...live, workersMin: 0, workersMax: 0 });
    await overRest.endpoints.delete(created.id);
    expect(emulator.counts().deleteEndpoint).toBe(1);
    expect(await overRest.endpoints.find(created.id)).toBeUndefined();
    expect(await platform.templates.get(input.templateId ?? "")).toMatchObject({ name: expect.any(String) });
  });

  test("over an update keeps what it does not say", async () => {
    const input = await inputFor(platform);
    const { id } = await overRest.endpoints.create({ ...input, locations: "EU-RO-1" });
    const { id: _id, workers: _workers, ...live } = await overRest.endpoints.get(id);
    expect(await overRest.endpoints.update(id, { ...live, scalerType: "REQUEST_COUNT" })).toMatchObject({
      scalerType: "REQUEST_COUNT",
      idleTimeout: undefined,
      locations: "EU-RO-1",
      flashBootType: "FLASHBOOT",
    });
    const { id: _again, workers: _count, ...changed } = await overRest.endpoints.get(id);
    expect(await overRest.endpoints.update(id, { ...changed, scalerType: "QUEUE_DELAY" })).toMatchObject({
      scalerType: "QUEUE_DELAY",
    });
    expect(await overRest.workers.list(id)).toMatchObject({ workers: [], summary: { total: 0 } });
  });
});

test("a job that fails is an error when awaited, and one that is waited for on the request comes with its output", async () => {
  const input = await inputFor(platform);
  const { id } = await platform.endpoints.create({ ...input, workersMin: 1 });
  emulator.advance(60_000);
  emulator.handle("answers", ({ n }) => {
    if (n === 0) throw new Error("cannot divide");
    return { output: 1 / Number(n), durationMs: 0 };
  });
  expect(await platform.jobs.runsync(id, { n: 4 }, { wait: 5000 })).toMatchObject({
    status: "COMPLETED",
    output: 0.25,
  });
  const failed = platform.jobs.submit(id, { n: 0 });
  await failed.accepted();
  emulator.advance(60_000);
  const error = await failure(failed);
  expect(error).toBeInstanceOf(JobFailedError);
  expect(String(error)).toContain("cannot divide");
});
