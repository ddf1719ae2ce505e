import { mkdtemp, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { gpu } from "../support/harness";

const noon = Date.UTC(2026, 5, 1, 12);
const hour = 3_600_000;
let folder: string;
let file: string;
let running: Emulator[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "podwright-state-"));
  file = join(folder, "demo.json");
});
afterEach(async () => {
  await Promise.allSettled(running.map((emulator) => emulator.close()));
  running = [];
  await rm(folder, { recursive: true });
});

async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ state: file, now: () => noon, ...options });
  running.push(emulator);
  return emulator;
}

async function send(emulator: Emulator, method: "GET" | "POST" | "PUT", url: string, payload?: object) {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const reply = await emulator.inject({ method, url, headers, ...(payload ? { payload } : {}) });
  if (reply.statusCode >= 400) throw new Error(`${reply.statusCode} ${reply.payload}`);
  return reply.payload === "" ? undefined : reply.json();
}

const pod = (name: string) => ({ name, image: "nginx", gpu: { id: gpu }, env: { TOKEN: "t" } });

async function endpointOn(emulator: Emulator, more: object = {}): Promise<string> {
  const { id: templateId } = await send(emulator, "POST", "/v2/templates", { name: "t", image: "w", serverless: true });
  const query = "mutation ($i: EndpointInput!) { saveEndpoint(input: $i) { id } }";
  const variables = { i: { name: "work", gpuIds: "ADA_24", templateId, ...more } };
  return (await send(emulator, "POST", "/graphql", { query, variables })).data.saveEndpoint.id;
}

test("what was emulated yesterday is there today, after a stop and a start with the same state file", async () => {
  const before = await start();
  await send(before, "POST", "/v2/pods", pod("web"));
  await send(before, "POST", "/v2/network-volumes", { name: "v", size: 10, dataCenter: "US-TX-3" });
  await send(before, "POST", "/v2/registries", { name: "r", username: "u", password: "p" });
  await send(before, "PUT", "/v2/account/ssh-keys", { keys: ["ssh-ed25519 AAAA me"] });
  const endpoint = await endpointOn(before, { workersMin: 1 });
  const job = await send(before, "POST", `/v2/${endpoint}/run`, { input: { n: 1 } });
  before.advance(10_000);
  const state = before.state();
  await before.close();

  const after = await start();
  expect(after.state()).toEqual(state);
  expect(await send(after, "GET", `/v2/${endpoint}/status/${job.id}`)).toMatchObject({ output: { n: 1 } });
  expect(await send(after, "GET", "/v2/account/ssh-keys")).toEqual({ keys: ["ssh-ed25519 AAAA me"] });
});

test("a pod that was provisioning goes on where it was, and no id is given twice", async () => {
  const before = await start({ provision: 1000, start: 1000 });
  const { id } = await send(before, "POST", "/v2/pods", pod("web"));
  before.advance(900);
  await before.close();
  const after = await start({ provision: 1000, start: 1000 });
  const statusAfter = (ms: number) => {
    after.advance(ms);
    return after.state().pods[0]?.status;
  };
  expect(statusAfter(99)).toBe("PROVISIONING");
  expect(statusAfter(1)).toBe("STARTING");
  expect(statusAfter(1000)).toBe("RUNNING");
  expect((await send(after, "POST", "/v2/pods", pod("other"))).id).not.toBe(id);
});

test("time goes on while nothing runs: what fell due meanwhile has happened, each thing at its own instant", async () => {
  const before = await start({ provision: 1000, start: 1000 });
  const { id } = await send(before, "POST", "/v2/pods", pod("web"));
  const endpoint = await endpointOn(before);
  const job = await send(before, "POST", `/v2/${endpoint}/run`, { input: {} });
  await before.close();

  const after = await start({ now: () => noon + hour });
  expect(await send(after, "GET", `/v2/pods/${id}`)).toMatchObject({
    status: "RUNNING",
    startedAt: "2026-06-01T12:00:02Z",
  });
  await expect(send(after, "GET", `/v2/${endpoint}/status/${job.id}`)).rejects.toThrow("job not found");
});

test("the platform's time never runs backwards, whatever the clock of the machine says", async () => {
  const before = await start();
  before.advance(hour);
  await before.close();
  const after = await start({ now: () => noon - hour });
  expect(after.now()).toBe(noon + hour);
});

test("scripts, stock, environment and advanced time are part of the state; faults and the journal are not", async () => {
  const before = await start({ provision: 10, start: 10 });
  before.scriptPods({ match: { name: "bad-*" }, outcome: "error", log: ["boom"] });
  before.setStock({ gpu, count: 1 });
  before.addPlatformEnv({ POD_REGION: "here" });
  await send(before, "POST", "/_emulator/script", { jobs: { endpoint: "*", output: { scripted: true } } });
  before.addFault({ operation: "createPod", effect: { status: 500 } });
  await before.close();

  const after = await start({ provision: 10, start: 10 });
  expect(after.requests()).toEqual([]);
  const { id } = await send(after, "POST", "/v2/pods", { ...pod("bad-1"), dataCenterIds: ["US-TX-3"] });
  after.advance(20);
  expect(await send(after, "GET", `/v2/pods/${id}`)).toMatchObject({ status: "ERROR", env: { POD_REGION: "here" } });
  const two = { ...pod("two"), gpu: { id: gpu, count: 2 } };
  await expect(send(after, "POST", "/v2/pods", two)).rejects.toThrow("no longer any instances");
  const endpoint = await endpointOn(after);
  const job = await send(after, "POST", `/v2/${endpoint}/run`, { input: {} });
  after.advance(60_000);
  expect(await send(after, "GET", `/v2/${endpoint}/status/${job.id}`)).toMatchObject({ output: { scripted: true } });
});

test("a job that a function was working on is begun again after a restart", async () => {
  const before = await start();
  before.handle("*", () => new Promise(() => undefined));
  const endpoint = await endpointOn(before);
  const job = await send(before, "POST", `/v2/${endpoint}/run`, { input: { n: 2 } });
  before.advance(1000);
  expect(await send(before, "GET", `/v2/${endpoint}/status/${job.id}`)).toMatchObject({ status: "IN_PROGRESS" });
  await before.close();
  const after = await start();
  after.advance(1000);
  expect(await send(after, "GET", `/v2/${endpoint}/status/${job.id}`)).toMatchObject({
    status: "COMPLETED",
    output: { n: 2 },
  });
});

test("a start that fails for its port does nothing with the state file, and nothing goes on in the process", async () => {
  const before = await start();
  const endpoint = await endpointOn(before, { workersMin: 1 });
  before.handle(endpoint, () => new Promise(() => undefined));
  before.advance(10_000);
  await send(before, "POST", `/v2/${endpoint}/run`, { input: {} });
  await before.close();

  const other = await start({ state: join(folder, "other.json") });
  const kept = await readFile(file, "utf8");
  let begun: AbortSignal | undefined;
  const handlers = {
    "*": (_input: unknown, { signal }: { signal: AbortSignal }) => {
      begun = signal;
      return new Promise<never>(() => undefined);
    },
  };
  const port = Number(new URL(other.url).port);
  await expect(startEmulator({ state: file, now: () => noon, port, handlers })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  expect(begun?.aborted).toBe(true);
  expect(await readFile(file, "utf8")).toBe(kept);
});

test("reset empties the state file too", async () => {
  const before = await start();
  await send(before, "POST", "/v2/pods", pod("web"));
  await send(before, "POST", "/_emulator/reset");
  await before.close();
  expect((await start()).state().pods).toEqual([]);
});

test("the file is for its owner's eyes, and holds no registry password", async () => {
  const emulator = await start();
  await send(emulator, "POST", "/v2/registries", { name: "r", username: "canary-user", password: "canary-password" });
  await emulator.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readFile(file, "utf8")).not.toContain("canary");
});

test.each([
  ["", "is not a JSON object"],
  ["{", "is not a JSON object"],
  ["[]", "is not a JSON object"],
  ['{"version":1}', "is not a state file of the emulator"],
  [text({ version: 0 }), "has no version this podwright knows"],
  [text({ platform: null }), "is damaged (platform"],
  [text({ platform: { pods: { $map: [["a", { id: "b" }]] } } }), "is damaged (pods"],
  [text({ platform: { pods: { $same: ["nowhere"] } } }), "is damaged (nothing is at nowhere)"],
])("a file with %s stops the start with a sentence, and stays as it is", async (content, sentence) => {
  await writeFile(file, content);
  const failed = await start().catch((error: Error) => error.message);
  expect(failed).toContain(`${file} ${sentence}`);
  expect(failed).toContain("put a good copy in its place, or move it away");
  expect(await readFile(file, "utf8")).toBe(content);
});

test("a file of a newer podwright is not touched, and the sentence says to update", async () => {
  await writeFile(file, text({ version: 2 }));
  await expect(start()).rejects.toThrow(
    `${file} was written by a newer podwright (format 2, this one reads 1): update`,
  );
});

test("a file that cannot be written is a sentence at the start, not a surprise at the end", async () => {
  file = join(folder, "no", "such", "folder.json");
  await expect(start()).rejects.toThrow("cannot be written, so nothing is kept: its folder does not exist");
});

function text(fields: object): string {
  return JSON.stringify({ format: "podwright-emulator-state", version: 1, platform: {}, ...fields });
}

describe("the lock of a file whose emulator was killed", () => {
  test.each([
    ["with a process number that is ours now", { pid: process.pid, host: hostname() }, 0],
    ["with a process number that is nobody's", { pid: 2 ** 22 + 1, host: hostname() }, 0],
    ["on another host, a while ago", { pid: 1, host: "elsewhere" }, 60_000],
    ["half-written, a while ago", "{", 60_000],
  ])("blocks nobody: %s", async (_, owner, ageMs) => {
    const lock = `${file}.lock`;
    await writeFile(lock, typeof owner === "string" ? owner : JSON.stringify(owner));
    const at = new Date(Date.now() - ageMs);
    await utimes(lock, at, at);
    const emulator = await start();
    expect(JSON.parse(await readFile(lock, "utf8"))).toEqual({ pid: process.pid, host: hostname() });
    await emulator.close();
    await expect(readFile(lock)).rejects.toThrow("ENOENT");
  });

  test("is another's while that one shows life on another host", async () => {
    await writeFile(`${file}.lock`, JSON.stringify({ pid: 1, host: "elsewhere" }));
    await expect(start()).rejects.toThrow("is kept by another emulator (process 1 on elsewhere)");
  });
});
