import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  AuthenticationError,
  CapacityError,
  connect,
  type EndpointInput,
  NotFoundError,
  PermissionError,
  type Platform,
  RateLimitError,
  RuleError,
  ValidationError,
} from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { takeViolations } from "../../contract/exchanges";

let emulator: Emulator;
let platform: Platform;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 0, start: 0 });
});
afterAll(() => emulator.close());

beforeEach(() => {
  emulator.reset();
  platform = connectTo(emulator);
});
afterEach(() => platform.close());

function connectTo({ url, apiKey }: { url: string; apiKey: string }): Platform {
  return connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale: 0.01 });
}

const POD = { name: "trainer", image: "ubuntu:24.04", gpu: { id: "NVIDIA GeForce RTX 4090" } };

function endpointOf(templateId: string): EndpointInput {
  return {
    name: "answers",
    gpuIds: "ADA_24",
    templateId,
    type: "QB",
    idleTimeout: 5,
    locations: null,
    flashBootType: "FLASHBOOT",
    scalerType: "QUEUE_DELAY",
    scalerValue: 4,
    workersMin: 0,
    workersMax: 2,
    networkVolumeId: null,
  };
}

const failure = (call: Promise<unknown>) =>
  call.then(
    () => {
      throw new Error("the call was expected to fail");
    },
    (error: unknown) => error,
  );

test("a pod lives its life: created, listed, updated, stopped, started, read by its log, deleted", async () => {
  const { pods } = platform;
  const pod = await pods.create({ ...POD, env: { MODE: "fast" }, ports: ["22/tcp"] });
  expect(pod).toMatchObject({ name: "trainer", env: { MODE: "fast" }, gpu: { count: 1 } });
  expect(await pods.list()).toHaveLength(1);
  expect(await pods.find(pod.id)).toMatchObject({ id: pod.id });
  expect(await pods.get(pod.id)).toMatchObject({ status: "RUNNING", cloud: "SECURE" });
  expect(await pods.update(pod.id, { name: "renamed", env: {} })).toMatchObject({ name: "renamed", env: {} });
  await expect.poll(async () => (await pods.get(pod.id)).status).toBe("RUNNING");
  expect(await pods.act(pod.id, "stop")).toMatchObject({ status: "EXITED" });
  expect(await pods.act(pod.id, "start")).toMatchObject({ id: pod.id });
  await expect.poll(async () => (await pods.get(pod.id)).status).toBe("RUNNING");
  expect((await pods.logs(pod.id, { tail: 1 })).length).toBe(1);
  await pods.delete(pod.id);
  expect(await failure(pods.get(pod.id))).toBeInstanceOf(NotFoundError);
  expect(await pods.find(pod.id)).toBeUndefined();
});

test("a volume and a template live theirs", async () => {
  const { networkVolumes, templates } = platform;
  const volume = await networkVolumes.create({ name: "data", size: 10, dataCenter: "EU-RO-1" });
  expect(await networkVolumes.update(volume.id, { size: 20 })).toMatchObject({ size: 20, dataCenter: "EU-RO-1" });
  expect(await failure(networkVolumes.update(volume.id, { size: 10 }))).toBeInstanceOf(RuleError);
  expect(await networkVolumes.list()).toHaveLength(1);
  await networkVolumes.delete(volume.id);
  expect(await failure(networkVolumes.get(volume.id))).toBeInstanceOf(NotFoundError);

  const template = await templates.create({ name: "worker", image: "worker:1", serverless: true });
  expect(await templates.update(template.id, { image: "worker:2" })).toMatchObject({
    image: "worker:2",
    serverless: true,
  });
  expect(await templates.get(template.id)).toMatchObject({ name: "worker" });
  expect(await templates.find(template.id)).toMatchObject({ id: template.id });
  await templates.delete(template.id);
  expect(await failure(templates.delete(template.id))).toBeInstanceOf(NotFoundError);
});

test("an endpoint takes jobs, is drained and deleted", async () => {
  const { endpoints, jobs, templates } = platform;
  const template = await templates.create({ name: "worker", image: "worker:1", serverless: true });
  const endpoint = await endpoints.create(endpointOf(template.id));
  expect(endpoint).toMatchObject({ ...endpointOf(template.id), workers: 0 });
  expect(await endpoints.find(endpoint.id)).toMatchObject({ id: endpoint.id });
  const job = await jobs.run(endpoint.id, { prompt: "hello" });
  expect(job.status).toBe("IN_QUEUE");
  emulator.advance(60_000);
  expect(await jobs.status(endpoint.id, job.id)).toMatchObject({ id: job.id, status: "COMPLETED" });
  expect(await jobs.health(endpoint.id)).toMatchObject({ jobs: { completed: 1, inQueue: 0, inProgress: 0 } });
  expect(await failure(endpoints.delete(endpoint.id))).toBeInstanceOf(RuleError);
  expect(await endpoints.update(endpoint.id, { ...endpointOf(template.id), workersMax: 0 })).toMatchObject({
    workersMax: 0,
    idleTimeout: 5,
  });
  const late = await jobs.run(endpoint.id, {});
  expect(await jobs.cancel(endpoint.id, late.id)).toMatchObject({ status: "CANCELLED" });
  await jobs.run(endpoint.id, {});
  expect(await jobs.purgeQueue(endpoint.id)).toMatchObject({ removed: 1 });
  await endpoints.delete(endpoint.id);
  expect(await failure(endpoints.get(endpoint.id))).toBeInstanceOf(NotFoundError);
  expect(await failure(endpoints.delete(endpoint.id))).toBeInstanceOf(NotFoundError);
  expect(await failure(endpoints.update(endpoint.id, endpointOf(template.id)))).toBeInstanceOf(NotFoundError);
  expect(await failure(jobs.health(endpoint.id))).toBeInstanceOf(NotFoundError);
  expect(await templates.list()).toHaveLength(1);
});

describe("the platform's refusals", () => {
  test("have their own classes: no hardware, a bad request, a broken rule, a bad key, a key that may only read", async () => {
    emulator.setStock({ gpu: POD.gpu.id, count: 0 });
    expect(await failure(platform.pods.create(POD))).toBeInstanceOf(CapacityError);
    expect(await failure(platform.pods.create({ ...POD, disk: 0 }))).toBeInstanceOf(ValidationError);
    expect(takeViolations()).toEqual(["POST /v2/pods, request/disk: must be >= 1"]);
    expect(await failure(platform.pods.create({ name: "x", image: "y" }))).toBeInstanceOf(RuleError);
    const stranger = connectTo({ url: emulator.url, apiKey: "wrong" });
    for (const call of [stranger.pods.list(), stranger.endpoints.list(), stranger.jobs.health("ep1")]) {
      expect(await failure(call)).toBeInstanceOf(AuthenticationError);
    }
    await stranger.close();
    const reader = connectTo({ url: emulator.url, apiKey: emulator.readOnlyKey });
    expect(await failure(reader.pods.create(POD))).toBeInstanceOf(PermissionError);
    await reader.close();
  });

  test("of a create whose answer was lost is not tried again, though the pod is there", async () => {
    emulator.addFault({ operation: "createPod", effect: { dropResponse: true } });
    expect(await failure(platform.pods.create(POD))).toMatchObject({ code: "NETWORK", outcomeUnknown: true });
    expect(emulator.counts().createPod).toBe(1);
    expect(await platform.pods.list()).toHaveLength(1);
  });

  test("of a delete whose answer was lost does not make the delete fail", async () => {
    const pod = await platform.pods.create(POD);
    emulator.addFault({ operation: "deletePod", effect: { dropResponse: true } });
    await platform.pods.delete(pod.id);
    expect(emulator.counts().deletePod).toBe(2);
  });

  test("of an answer that cannot be read leaves a create's outcome open", async () => {
    emulator.addFault({ operation: "createPod", effect: { malformed: true } });
    expect(await failure(platform.pods.create(POD))).toMatchObject({ code: "UNEXPECTED_ANSWER", outcomeUnknown: true });
  });
});

test("with a rate limit, many calls at once stay within it, and the hour's end is reported instead of waited for", async () => {
  const limited = await startEmulator({ rateLimit: "60/m,30/h,50000/d" });
  const hurried = connectTo(limited);
  try {
    await Promise.all(Array.from({ length: 30 }, (_, index) => failure(hurried.pods.get(`pod${index}`))));
    expect(limited.requests().filter(({ status }) => status === 429)).toEqual([]);
    const error = await failure(hurried.pods.list());
    expect(error).toBeInstanceOf(RateLimitError);
    expect(error).toMatchObject({ window: "hour" });
    expect(limited.requests()).toHaveLength(30);
  } finally {
    await hurried.close();
    await limited.close();
  }
});
