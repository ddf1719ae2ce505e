import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connect, NotFoundError, type Platform } from "../../../client";
import { endpointBody, onlyPage, useEmulator } from "../support/harness";

const it = useEmulator();
let platform: Platform;
beforeAll(() => {
  const { url, apiKey } = it.emulator;
  platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale: 0.01 });
});
afterAll(() => platform.close());

const base = { ...endpointBody, name: "answers", image: "worker:1" };

const create = async (extra: object = {}): Promise<string> =>
  (await it.create("/v2/serverless", { ...base, workers: { min: 1, max: 1 }, ...extra })).id;
const patch = (id: string, change: object) => it.patch(`/v2/serverless/${id}`, change);
const workers = (id: string) => it.get(`/v2/serverless/${id}/workers`);
const releases = (id: string) => it.get(`/v2/serverless/${id}/releases`);

/** Creates an endpoint whose only worker runs a job of one hour. */
async function busy(): Promise<string> {
  const id = await create();
  it.emulator.handle(id, () => ({ output: 1, durationMs: 3_600_000 }));
  it.advance(1000);
  await it.post(`/v2/${id}/run`, { input: { n: 1 }, policy: { executionTimeout: 7_200_000 } });
  return id;
}

describe("the list of workers", () => {
  test("shows the place, the release and the status of each worker", async () => {
    const id = await create({ gpu: { pools: ["AMPERE_48", "ADA_24"], excludedTypes: ["NVIDIA RTX A6000"], count: 2 } });
    const [worker] = (await workers(id)).workers;
    expect(worker).toEqual({
      ...{ id: expect.any(String), status: "INITIALIZING", isStale: false, gpuCount: 2, version: 1 },
      ...{ image: "worker:1", uptimeSeconds: 0, gpuTypeId: "NVIDIA A40", dataCenterId: "US-TX-3" },
      startedAt: expect.stringMatching(/^2026-06-01T/),
    });
    it.advance(10_000);
    expect(await workers(id)).toEqual({
      workers: [{ ...worker, status: "IDLE", uptimeSeconds: 10 }],
      summary: { running: 0, idle: 1, initializing: 0, throttled: 0, unhealthy: 0, total: 1 },
      endpointVersion: 1,
    });
    expect((await platform.workers.list(id)).workers).toMatchObject([{ id: worker.id, gpuTypeId: "NVIDIA A40" }]);
  });

  test("omits workers that have ended", async () => {
    const id = await busy();
    expect((await workers(id)).summary).toMatchObject({ running: 1, idle: 0, total: 1 });
    await patch(id, { workers: { min: 0, max: 0 } });
    it.advance(3_600_000);
    expect(await workers(id)).toMatchObject({ workers: [], summary: { total: 0 } });
  });

  test("shows that workers run in the data center of the endpoint's volume", async () => {
    const { id: volume } = await it.volume("EU-RO-1");
    const place = async (extra: object) => (await workers(await create(extra))).workers[0].dataCenterId;
    expect(await place({ networkVolumes: [volume] })).toBe("EU-RO-1");
    expect(await place({ dataCenterIds: ["EU-CZ-1", "US-TX-3"] })).toBe("EU-CZ-1");
    const cpu = await create({ gpu: undefined, cpu: [{ id: "cpu5c", vcpuCount: 4 }] });
    expect((await workers(cpu)).workers).toMatchObject([{ gpuTypeId: null, gpuCount: 0 }]);
  });
});

describe("the builds of an endpoint", () => {
  const add = async (id: string, build: object = {}) =>
    (await it.post(`/_emulator/endpoints/${id}/builds`, build)).body;

  test("are listed in pages, newest first", async () => {
    const id = await create();
    const path = `/v2/serverless/${id}/builds`;
    const none = { builds: [], ...onlyPage };
    expect(await it.get(path)).toEqual(none);
    const failed = await add(id, { status: "TEST_FAILED", error: "exit code 1", branch: "main" });
    const pending = await add(id, { status: "PENDING" });
    const first = await it.get(`${path}?limit=1`);
    expect(first).toMatchObject({ builds: [{ id: pending.id, startedAt: null, completedAt: null }] });
    const second = await it.get(`${path}?limit=1&cursor=${first.pagination.nextCursor}`);
    expect(second).toEqual({ ...none, builds: [failed] });
    expect(await it.statusOf(`${path}?limit=101`)).toBe(422);
    expect(await it.get(`${path}/${failed.id}`)).toEqual(failed);
    expect(await it.statusOf(`${path}/nope`)).toBe(404);
    expect((await releases(id)).releases).toHaveLength(1);
    expect(await platform.workers.builds(id)).toEqual([pending, failed]);
    expect(await platform.workers.build(id, failed.id)).toMatchObject({ status: "TEST_FAILED", error: "exit code 1" });
    await expect(platform.workers.build(id, "nope")).rejects.toBeInstanceOf(NotFoundError);
  });

  test("become a release of the endpoint when they are complete", async () => {
    const id = await create();
    const same = await add(id);
    const next = await add(id, { imageName: "registry/worker:3", commitHash: "71be666" });
    expect((await releases(id)).releases).toMatchObject([
      {
        version: 3,
        source: "GIT_BUILD",
        buildId: next.id,
        diff: [{ field: "template.imageName", old: "worker:1", new: "registry/worker:3" }],
      },
      { version: 2, source: "GIT_BUILD", buildId: same.id, diff: [] },
      { version: 1, source: "MANUAL", buildId: null },
    ]);
    expect((await it.get(`/v2/serverless/${id}`)).image).toBe("registry/worker:3");
    expect((await it.post(`/_emulator/endpoints/${id}/builds`, { status: "DONE" })).status).toBe(400);
  });
});

describe("the releases of an endpoint", () => {
  test("begin with version 1 when the endpoint is created", async () => {
    const id = await create({ workers: { min: 0, max: 1 } });
    const manual = {
      ...{ id: expect.any(String), version: 1, source: "MANUAL", buildId: null },
      ...{ createdByUserId: "user_emulator", workerCount: 0 },
    };
    expect(await releases(id)).toEqual({
      releases: [{ ...manual, createdAt: expect.stringMatching(/^2026-06-01T/), diff: [] }],
      rollout: { inProgress: false, workersOnLatest: 0, workersTotal: 0, percentOnLatest: 0 },
      endpointVersion: 1,
      ...onlyPage,
    });
  });

  test.each<[object, { field: string; old: unknown; new: unknown }]>([
    [{ image: "worker:2" }, { field: "template.imageName", old: "worker:1", new: "worker:2" }],
    [{ env: { A: "1" } }, { field: "template.env", old: {}, new: { A: "1" } }],
    [{ gpu: { count: 2 } }, { field: "gpuCount", old: 1, new: 2 }],
    [{ gpu: { pools: ["AMPERE_80"] } }, { field: "gpuIds", old: "ADA_24", new: "AMPERE_80" }],
    [{ flashboot: "FLASHBOOT" }, { field: "flashBootType", old: "OFF", new: "FLASHBOOT" }],
    [{ dataCenterIds: ["EU-CZ-1"] }, { field: "dataCenterIds", old: [], new: ["EU-CZ-1"] }],
  ])("replace idle workers at once after the change %j", async (change, diff) => {
    const id = await create();
    it.advance(1000);
    const [before] = (await workers(id)).workers;
    await patch(id, change);
    const { workers: after, endpointVersion } = await workers(id);
    expect(endpointVersion).toBe(2);
    expect(after).toMatchObject([{ version: 2, isStale: false, status: "INITIALIZING" }]);
    expect(after[0].id).not.toBe(before.id);
    expect((await releases(id)).releases).toMatchObject([
      { version: 2, workerCount: 1, diff: [diff] },
      { version: 1, workerCount: 0 },
    ]);
  });

  test.each<[object, string]>([
    [{ name: "other" }, "name"],
    [{ workers: { max: 5 } }, "workersMax"],
    [{ workers: { idleTimeout: 60 } }, "idleTimeout"],
    [{ scaling: { type: "QUEUE_DELAY", queueDelay: 8 } }, "scalerValue"],
    [{ timeout: 5000 }, "executionTimeoutMs"],
  ])("replace no worker after the change %j", async (change, field) => {
    const id = await create();
    it.advance(1000);
    const [before] = (await workers(id)).workers;
    await patch(id, change);
    expect((await workers(id)).workers).toMatchObject([{ id: before.id, version: 2, isStale: false }]);
    expect((await releases(id)).releases[0]).toMatchObject({ version: 2, diff: [{ field }] });
  });

  test.each([{}, { name: "answers" }, { image: "worker:1" }])(
    "contain no new release after an update with the current values %j",
    async (change) => {
      const id = await create();
      await patch(id, change);
      expect(await releases(id)).toMatchObject({ releases: [{ version: 1 }], endpointVersion: 1 });
    },
  );

  test("replace a busy worker only after the worker's job", async () => {
    const id = await busy();
    const [before] = (await workers(id)).workers;
    await patch(id, { image: "worker:2" });
    expect((await workers(id)).workers).toMatchObject([
      { id: before.id, isStale: true, image: "worker:1", version: 1 },
    ]);
    expect((await releases(id)).rollout).toEqual({
      inProgress: true,
      workersOnLatest: 0,
      workersTotal: 1,
      percentOnLatest: 0,
    });
    expect((await platform.workers.releases(id)).rollout.inProgress).toBe(true);
    it.advance(3_600_000);
    expect((await workers(id)).workers).toMatchObject([{ isStale: false, image: "worker:2", version: 2 }]);
    expect((await releases(id)).rollout).toMatchObject({ inProgress: false, percentOnLatest: 100 });
  });
});

test("a request for a missing endpoint or worker gets a 404", async () => {
  const id = await create();
  const read = (endpoint: string, what: string) => it.send("GET", `/v2/serverless/${endpoint}/${what}`);
  expect((await read(id, "workers/nobody/logs")).body).toMatchObject({ status: 404, detail: "worker not found" });
  for (const what of ["workers", "releases", "workers/nobody/logs"])
    expect((await read("nobody", what)).status).toBe(404);
  await expect(platform.workers.releases("nobody")).rejects.toBeInstanceOf(NotFoundError);
});
