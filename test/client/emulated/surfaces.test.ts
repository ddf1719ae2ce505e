import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connect, NotFoundError, type Platform } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { failure } from "../support/local-server";

let emulator: Emulator;
let platform: Platform;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 0, start: 0 });
});
afterAll(() => emulator.close());

beforeEach(() => {
  emulator.reset();
  const { url, apiKey } = emulator;
  platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale: 0.01 });
});
afterEach(() => platform.close());

test("a program can follow a pod's log until the container ends", async () => {
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

test("a program can create, list and revoke a registry delegation", async () => {
  const { delegations } = platform.registries;
  const made = await delegations.create({ resource: "418399314813.dkr.ecr.us-east-2.amazonaws.com/team/app" });
  expect(made).toMatchObject({ awsUser: "418399314813", awsRegion: "us-east-2", repository: "team/app", name: null });
  expect(await delegations.list()).toEqual([made]);
  await delegations.revoke(made.id);
  expect(await failure(delegations.revoke(made.id))).toBeInstanceOf(NotFoundError);
  expect(await delegations.list()).toEqual([]);
});

test("a program can read the catalog", async () => {
  const { catalog } = platform;
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
});

test("a program can store the account's SSH keys", async () => {
  const { sshKeys } = platform;
  const key = "ssh-ed25519 AAAAC3Nza ann@example.com";
  expect(await sshKeys.set([key])).toEqual([key]);
  expect(await sshKeys.get()).toEqual([key]);
});
