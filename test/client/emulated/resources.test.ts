import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  AuthenticationError,
  CapacityError,
  connect,
  NotFoundError,
  PermissionError,
  type Platform,
  RateLimitError,
  RuleError,
  ValidationError,
} from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { takeViolations } from "../../contract/exchanges";
import { anEndpointInput } from "../../support/endpoints";
import { failure } from "../support/local-server";

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

const endpointOf = (templateId: string) => anEndpointInput({ templateId });

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
