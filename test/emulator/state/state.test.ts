import { readFile, stat, utimes, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import type { EmulatorOptions } from "../../../emulator";
import { temporaryFolder } from "../../support/temporary-folder";
import { gpu, problem, startWorld, type World } from "../support/harness";

const noon = Date.UTC(2026, 5, 1, 12);
const hour = 3_600_000;
let file: string;

beforeEach(() => {
  file = join(temporaryFolder("state"), "demo.json");
});

const start = (options: EmulatorOptions = {}): Promise<World> =>
  startWorld({ state: file, now: () => noon, ...options });
/** Starts the next emulator with the same file. */
const restarted = async (world: World, options?: EmulatorOptions): Promise<World> => {
  await world.emulator.close();
  return await start(options);
};
const web = { name: "web", env: { TOKEN: "t" } };

test("an emulator restores the account when it restarts with its state file", async () => {
  const before = await start();
  await before.pod(web);
  await before.volume();
  await before.registry();
  await before.send("PUT", "/v2/account/ssh-keys", { keys: ["ssh-ed25519 AAAA me"] });
  const endpoint = await before.endpoint({ workersMin: 1 });
  const job = await before.run(endpoint, { input: { n: 1 } });
  before.advance(10_000);
  const state = before.emulator.state();

  const after = await restarted(before);
  expect(after.emulator.state()).toEqual(state);
  expect(await after.job(endpoint, job)).toMatchObject({ output: { n: 1 } });
  expect(await after.get("/v2/account/ssh-keys")).toEqual({ keys: ["ssh-ed25519 AAAA me"] });
});

test("a pod in PROVISIONING becomes RUNNING on time after a restart of the emulator", async () => {
  const times = { provision: 1000, start: 1000 };
  const before = await start(times);
  const { id } = await before.pod(web);
  before.advance(900);
  const after = await restarted(before, times);
  const statusAfter = (ms: number) => {
    after.advance(ms);
    return after.emulator.state().pods[0]?.status;
  };
  expect([statusAfter(99), statusAfter(1), statusAfter(1000)]).toEqual(["PROVISIONING", "STARTING", "RUNNING"]);
  expect((await after.pod()).id).not.toBe(id);
});

test("an event that became due while the emulator was stopped keeps its planned time", async () => {
  const before = await start();
  const { id } = await before.pod(web);
  const endpoint = await before.endpoint();
  const job = await before.run(endpoint);
  const after = await restarted(before, { now: () => noon + hour });
  expect(await after.get(`/v2/pods/${id}`)).toMatchObject({ status: "RUNNING", startedAt: "2026-06-01T12:00:02Z" });
  expect(await after.job(endpoint, job)).toEqual(problem(404, "job not found"));
});

test("the emulator's time never runs backwards, even if the machine's clock does", async () => {
  const before = await start();
  before.advance(hour);
  const after = await restarted(before, { now: () => noon - hour });
  expect(after.emulator.now()).toBe(noon + hour);
});

test("the state file keeps scripts, stock and the variables that RunPod adds to pods", async () => {
  const before = await start();
  before.emulator.scriptPods({ match: { name: "bad-*" }, outcome: "error", log: ["boom"] });
  before.emulator.setStock({ gpu, count: 1 });
  before.emulator.addPlatformEnv({ POD_REGION: "here" });
  await before.control("/script", { jobs: { endpoint: "*", output: { scripted: true } } });
  before.emulator.addFault({ operation: "createPod", effect: { status: 500 } });

  const after = await restarted(before);
  expect(after.emulator.requests()).toEqual([]);
  const pod = await after.runningPod({ name: "bad-1", dataCenterIds: ["US-TX-3"] });
  expect(pod).toMatchObject({ status: "ERROR", env: { POD_REGION: "here" } });
  await expect(after.pod({ gpu: { id: gpu, count: 2 } })).rejects.toThrow("no longer any instances");
  const endpoint = await after.endpoint();
  const job = await after.run(endpoint);
  after.advance(60_000);
  expect(await after.job(endpoint, job)).toMatchObject({ output: { scripted: true } });
});

test("a running job starts again after a restart of the emulator", async () => {
  const before = await start();
  const endpoint = await before.endpointOf(() => new Promise(() => undefined));
  const job = await before.run(endpoint, { input: { n: 2 } });
  before.advance(1000);
  expect(await before.job(endpoint, job)).toMatchObject({ status: "IN_PROGRESS" });
  const after = await restarted(before);
  after.advance(1000);
  expect(await after.job(endpoint, job)).toMatchObject({ status: "COMPLETED", output: { n: 2 } });
});

test("an emulator that finds its port in use leaves the state file unchanged", async () => {
  const before = await start();
  const endpoint = await before.endpointOf(() => new Promise(() => undefined));
  await before.run(endpoint);
  before.advance(10_000);
  await before.emulator.close();

  const { emulator: other } = await start({ state: join(dirname(file), "other.json") });
  const kept = await readFile(file, "utf8");
  let begun: AbortSignal | undefined;
  const handlers = {
    "*": (_input: unknown, { signal }: { signal: AbortSignal }) => {
      begun = signal;
      return new Promise<never>(() => undefined);
    },
  };
  const port = Number(new URL(other.url).port);
  await expect(start({ port, handlers })).rejects.toMatchObject({
    code: "EADDRINUSE",
  });
  expect(begun?.aborted).toBe(true);
  expect(await readFile(file, "utf8")).toBe(kept);
});

test("a reset of the account also empties the state file", async () => {
  const before = await start();
  await before.pod(web);
  await before.control("/reset");
  expect((await restarted(before)).emulator.state().pods).toEqual([]);
});

test("only the user who runs the emulator can read the state file", async () => {
  await (await start()).emulator.close();
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test("the state file contains no user name or password of a registry", async () => {
  const world = await start();
  await world.create("/v2/registries", { name: "r", username: "canary-user", password: "canary-password" });
  await world.emulator.close();
  expect(await readFile(file, "utf8")).not.toContain("canary");
});

test.each([
  ["", "is not a JSON object"],
  ["{", "is not a JSON object"],
  ["[]", "is not a JSON object"],
  ['{"version":1}', "is not a state file of the emulator"],
  [text({ version: 0 }), "has a format version that this Podwright does not know"],
  [text({ platform: null }), "is damaged (platform"],
  [text({ platform: { pods: { $map: [["a", { id: "b" }]] } } }), "is damaged (pods"],
  [text({ platform: { pods: { $same: ["nowhere"] } } }), "is damaged (there is no object at nowhere)"],
])("the emulator does not overwrite a broken state file: %j", async (content, sentence) => {
  await writeFile(file, content);
  const failed = await start().catch((error: Error) => error.message);
  expect(failed).toContain(`${file} ${sentence}`);
  expect(failed).toContain("replace it with a good copy, or move it away");
  expect(await readFile(file, "utf8")).toBe(content);
});

test("the error about a state file of a newer Podwright suggests an update", async () => {
  await writeFile(file, text({ version: 2 }));
  await expect(start()).rejects.toThrow(
    `${file} was written by a newer Podwright (format 2, this release reads 1): update`,
  );
});

function text(fields: object): string {
  return JSON.stringify({ format: "podwright-emulator-state", version: 1, platform: {}, ...fields });
}

describe("the lock of a killed emulator", () => {
  test.each([
    ["a new process has the same process number", { pid: process.pid, host: hostname() }, 0],
    ["no process has the same process number", { pid: 2 ** 22 + 1, host: hostname() }, 0],
    ["the lock is old and from another host", { pid: 1, host: "elsewhere" }, 60_000],
    ["the lock is old and half-written", "{", 60_000],
  ])("does not block another emulator if %s", async (_, owner, ageMs) => {
    const lock = `${file}.lock`;
    await writeFile(lock, typeof owner === "string" ? owner : JSON.stringify(owner));
    const at = new Date(Date.now() - ageMs);
    await utimes(lock, at, at);
    const { emulator } = await start();
    expect(JSON.parse(await readFile(lock, "utf8"))).toEqual({ pid: process.pid, host: hostname() });
    await emulator.close();
    await expect(readFile(lock)).rejects.toThrow("ENOENT");
  });

  test("still blocks another emulator if the lock is recent and from another host", async () => {
    await writeFile(`${file}.lock`, JSON.stringify({ pid: 1, host: "elsewhere" }));
    await expect(start()).rejects.toThrow("another emulator (process 1 on elsewhere) uses");
  });
});
