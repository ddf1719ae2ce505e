import { describe, expect, test } from "vitest";
import { endpointBody, useEmulator } from "../support/harness";

const it = useEmulator({ imagePull: 3000, workerStart: 500 });
const create = async (extra: object = {}): Promise<string> => {
  const body = { ...endpointBody, image: "worker:1", gpu: { pools: ["AMPERE_48", "ADA_24"] } };
  return (await it.create("/v2/serverless", { ...body, workers: { min: 1, max: 3 }, ...extra })).id;
};
const patch = (id: string, change: object) => it.patch(`/v2/serverless/${id}`, change);
const listed = async (id: string) => (await it.get(`/v2/serverless/${id}/workers`)).workers;
const statuses = async (id: string) => (await listed(id)).map((worker: { status: string }) => worker.status);
const versions = async (id: string) =>
  (await listed(id)).map(({ status, version }: { status: string; version: number }) => `${version} ${status}`);

/** Returns the lines that a worker has written so far. */
async function linesOf(id: string, worker: string): Promise<string[]> {
  const read = it.send("GET", `/v2/serverless/${id}/workers/${worker}/logs?tail=5000`);
  await new Promise((resolve) => setImmediate(resolve));
  await it.delete(`/v2/serverless/${id}`);
  const { text } = await read;
  return [...text.matchAll(/^data: (.*)$/gm)].map((match) => JSON.parse(match[1]!).line);
}

describe("limited worker capacity", () => {
  test("throttles new workers, which cost nothing until they start", async () => {
    expect((await it.control("/worker-capacity", { count: 0 })).status).toBe(204);
    const id = await create();
    it.advance(3_600_000);
    expect(await listed(id)).toMatchObject([
      { status: "THROTTLED", gpuTypeId: null, dataCenterId: null, startedAt: null, uptimeSeconds: null },
    ]);
    expect(it.emulator.state().costPerHour).toBe(0);
    expect((await it.health(id)).workers).toMatchObject({ throttled: 1, ready: 0 });
    await it.control("/worker-capacity", { pool: "ADA_24", dataCenter: "EU-RO-1", count: 1 });
    expect(await listed(id)).toMatchObject([
      { status: "INITIALIZING", gpuTypeId: "NVIDIA GeForce RTX 4090", dataCenterId: "EU-RO-1" },
    ]);
    it.advance(3500);
    expect(await listed(id)).toMatchObject([{ status: "IDLE", uptimeSeconds: 3 }]);
    expect(it.emulator.state().costPerHour).toBe(1.1);
  });

  test("goes first to the endpoint that has waited longest", async () => {
    it.emulator.setWorkerCapacity({ count: 0 });
    it.emulator.setWorkerCapacity({ pool: "AMPERE_48", dataCenter: "US-TX-3", count: 1 });
    const first = await create();
    const [second, third] = [await create({ name: "second" }), await create({ name: "third" })];
    expect(await statuses(first)).toEqual(["INITIALIZING"]);
    expect([await statuses(second), await statuses(third)]).toEqual([["THROTTLED"], ["THROTTLED"]]);
    await it.delete(`/v2/serverless/${first}`);
    expect([await statuses(second), await statuses(third)]).toEqual([["INITIALIZING"], ["THROTTLED"]]);
  });

  test("makes an endpoint try its pools, CPU instances and data centers in their order", async () => {
    it.emulator.setWorkerCapacity({ pool: "AMPERE_48", count: 0 });
    it.emulator.setWorkerCapacity({ cpu: "cpu5c", count: 0 });
    it.emulator.setWorkerCapacity({ dataCenter: "US-TX-3", count: 0 });
    const [worker] = await listed(await create({ dataCenterIds: ["US-TX-3", "EU-CZ-1"] }));
    expect(worker).toMatchObject({ gpuTypeId: "NVIDIA GeForce RTX 4090", dataCenterId: "EU-CZ-1" });
    const cpu = [
      { id: "cpu5c", vcpuCount: 4 },
      { id: "cpu3g", vcpuCount: 2 },
    ];
    const cost = it.emulator.state().costPerHour;
    expect(await statuses(await create({ gpu: undefined, cpu }))).toEqual(["INITIALIZING"]);
    expect(it.emulator.state().costPerHour - cost).toBeCloseTo(2 * 0.036);
  });

  test("throttles no worker of an endpoint without a waiting job", async () => {
    it.emulator.setWorkerCapacity({ count: 0 });
    const id = await create({ workers: { min: 0, max: 3 } });
    const job = await it.run(id);
    expect(await statuses(id)).toEqual(["THROTTLED"]);
    await it.post(`/v2/${id}/cancel/${job}`);
    expect(await statuses(id)).toEqual([]);
  });
});

describe("a worker", () => {
  test("pulls its image before its container starts", async () => {
    const id = await create({ workers: { min: 2, max: 2 } });
    it.advance(3499);
    expect(await statuses(id)).toEqual(["INITIALIZING", "INITIALIZING"]);
    it.advance(1);
    expect(await statuses(id)).toEqual(["IDLE", "IDLE"]);
    const job = await it.run(id);
    const [busy, idle] = await listed(id);
    expect([busy.status, idle.status]).toEqual(["RUNNING", "IDLE"]);
    const start = ["pulling image worker:1", "image pulled, starting container", "worker is ready"];
    const lines = await linesOf(id, busy.id);
    expect(lines.slice(1)).toEqual([...start, `job ${job} started`, "worker stopped"]);
    const other = await create({ workers: { min: 2, max: 2 } });
    it.advance(3500);
    await it.run(other);
    expect((await linesOf(other, (await listed(other))[1].id)).slice(1)).toEqual([...start, "worker stopped"]);
  });

  test("restarts a failing container until a script lets the container run", async () => {
    it.emulator.scriptWorkers({ match: { image: "worker:1" }, outcome: "crash", log: ["Traceback"], afterMs: 0 });
    const id = await create();
    it.advance(0);
    const [{ startedAt }] = await listed(id);
    it.advance(100_000);
    const [worker] = await listed(id);
    expect(worker).toMatchObject({ status: "RUNNING", uptimeSeconds: 12 });
    expect(Date.parse(worker.startedAt) - Date.parse(startedAt)).toBe(88_000);
    it.emulator.scriptWorkers({ match: { image: "worker:1" } });
    it.advance(300_000);
    expect(await listed(id)).toMatchObject([{ id: worker.id, status: "IDLE" }]);
    const lines = await linesOf(id, worker.id);
    expect(lines.filter((line) => line === "Traceback")).toHaveLength(12);
    expect(lines.filter((line) => line.startsWith("error starting container"))).toHaveLength(12);
  });

  test("stays RUNNING while its container exits and restarts", async () => {
    it.emulator.scriptWorkers({ outcome: "exit", log: ["Traceback", "ModuleNotFoundError: torch"], afterMs: 0 });
    const id = await create();
    it.advance(0);
    const [{ startedAt }] = await listed(id);
    it.advance(8_000);
    const [worker] = await listed(id);
    expect(worker).toMatchObject({ status: "RUNNING", uptimeSeconds: 0 });
    expect(Date.parse(worker.startedAt) - Date.parse(startedAt)).toBe(8_000);
    await it.run(id);
    expect((await it.get(`/v2/${id}/health`)).jobs).toMatchObject({ inQueue: 1, inProgress: 0 });
    const start = ["Traceback", "ModuleNotFoundError: torch", "container exited: exit code 1"];
    expect((await linesOf(id, worker.id)).slice(-7)).toEqual([...start, ...start, "worker stopped"]);
  });

  test("is replaced a minute after it becomes UNHEALTHY", async () => {
    it.emulator.scriptWorkers({ outcome: "unhealthy" });
    const id = await create();
    it.advance(10_000);
    const [sick] = await listed(id);
    expect(sick.status).toBe("UNHEALTHY");
    it.emulator.scriptWorkers({});
    it.advance(60_000);
    const [fresh, ...others] = await listed(id);
    expect([fresh.status, fresh.id === sick.id, others]).toEqual(["IDLE", false, []]);
  });

  test("stays throttled until a script lets the worker start", async () => {
    await it.control("/script", { workers: { outcome: "throttled" } });
    const id = await create();
    it.advance(60_000);
    expect(await statuses(id)).toEqual(["THROTTLED"]);
    await it.control("/script", { workers: {} });
    expect(await statuses(id)).toEqual(["INITIALIZING"]);
  });
});

describe("a rollout", () => {
  const three = { workers: { min: 3, max: 3 } };

  test("replaces one worker at a time while the other workers stay ready", async () => {
    const id = await create(three);
    it.advance(3500);
    await patch(id, { image: "worker:2" });
    const states = [await versions(id)];
    for (let step = 0; step < 3; step++) {
      it.advance(3500);
      states.push(await versions(id));
    }
    expect(states).toEqual([
      ["1 IDLE", "1 IDLE", "2 INITIALIZING"],
      ["1 IDLE", "2 IDLE", "2 INITIALIZING"],
      ["2 IDLE", "2 IDLE", "2 INITIALIZING"],
      ["2 IDLE", "2 IDLE", "2 IDLE"],
    ]);
    expect((await it.get(`/v2/serverless/${id}/releases`)).rollout).toMatchObject({ percentOnLatest: 100 });
  });

  test.each(["unhealthy", "stuck", "crash", "throttled"] as const)(
    "stops if its first worker has the scripted outcome %s",
    async (outcome) => {
      const id = await create(three);
      it.advance(3500);
      it.emulator.scriptWorkers({ match: { image: "worker:2" }, outcome });
      await patch(id, { image: "worker:2" });
      it.advance(60_000);
      expect((await versions(id)).slice(0, 2)).toEqual(["1 IDLE", "1 IDLE"]);
      expect((await listed(id))[2]).toMatchObject({ version: 2, isStale: false });
      await patch(id, { image: "worker:3" });
      expect(await versions(id)).toEqual(["1 IDLE", "1 IDLE", "3 INITIALIZING"]);
      it.advance(10_500);
      expect(await versions(id)).toEqual(["3 IDLE", "3 IDLE", "3 IDLE"]);
    },
  );

  test("waits for the current job of a busy worker", async () => {
    const id = await create({ workers: { min: 2, max: 2 } });
    it.emulator.handle(id, () => ({ output: 1, durationMs: 10_000 }));
    it.advance(3500);
    await patch(id, { image: "worker:2" });
    await it.run(id);
    it.advance(3500);
    expect(await versions(id)).toEqual(["1 RUNNING", "2 IDLE"]);
    it.advance(6500);
    expect(await versions(id)).toEqual(["2 IDLE", "2 INITIALIZING"]);
  });
});
