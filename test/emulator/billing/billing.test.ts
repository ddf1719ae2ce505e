import { beforeEach, describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const start = Date.UTC(2026, 5, 1, 12);
let wall = start;
const it = useEmulator({ now: () => wall });
// Days and hours matter here, so every test begins at noon on the first of June, a Monday.
beforeEach(() => {
  wall -= it.emulator.now() - start;
});

const hour = 3_600_000;
const day = 24 * hour;
const bill = (path: string) => it.get(`/v2/billing${path}`);

describe("a serverless worker", () => {
  const workersOf = async (id: string) => (await it.get(`/v2/serverless/${id}/workers`)).workers;

  test("costs the price of its GPU type even after its endpoint changes to another type", async () => {
    const id = await it.endpoint({ gpuIds: "AMPERE_24,-NVIDIA L4", workersMin: 1, workersMax: 1 });
    it.emulator.handle(id, () => ({ output: 1, durationMs: 10 * hour }));
    it.advance(1000);
    await it.post(`/v2/${id}/run`, { input: { n: 1 }, policy: { executionTimeout: 7 * day } });
    await it.save({ id, name: "endpoint", gpuIds: "AMPERE_80" });
    const [worker] = await workersOf(id);
    expect(worker).toMatchObject({ gpuTypeId: "NVIDIA RTX A5000", isStale: true, status: "RUNNING" });
    const { price } = await it.get("/v2/catalog/gpus/NVIDIA%20RTX%20A5000");
    it.advance(hour - 1000);
    expect((await bill("/serverless")).metadata.totals.gpuAmount).toBeCloseTo(price.serverless, 8);
  });

  test("without a GPU costs the price of its vCPUs", async () => {
    const cpu = [{ id: "cpu5c", vcpuCount: 8 }];
    const body = { name: "cpu", type: "QUEUE", image: "i", cpu, scaling: { type: "REQUEST_COUNT", requestCount: 1 } };
    await it.post("/v2/serverless", { ...body, workers: { min: 2, max: 2 } });
    const { price } = await it.get("/v2/catalog/cpus/cpu5c");
    it.advance(3 * hour);
    const { cpuAmount, gpuAmount } = (await bill("/serverless")).metadata.totals;
    expect(gpuAmount).toBe(0);
    expect(cpuAmount).toBeCloseTo(3 * 2 * 8 * price.serverlessPerVcpu, 8);
  });

  test.each(["REST", "GraphQL"])("costs nothing more after a client deletes the endpoint over %s", async (way) => {
    const id = await it.endpoint({ workersMin: 1 });
    it.advance(hour);
    if (way === "GraphQL") await it.save({ id, workersMin: 0, workersMax: 0 });
    if (way === "GraphQL") await it.query(`mutation { deleteEndpoint(id: "${id}") }`);
    else await it.delete(`/v2/serverless/${id}`);
    const { totals } = (await bill("/serverless")).metadata;
    expect(totals.totalAmount).toBeGreaterThan(0);
    it.advance(day);
    expect((await bill("/serverless")).metadata.totals).toEqual(totals);
  });
});

describe("the emulator's bill", () => {
  type Amounts = Readonly<Record<string, number>>;
  const usd = (amounts: Amounts) =>
    Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, expect.closeTo(amount, 8)]));
  const costs = (amounts: Amounts) =>
    usd({ totalAmount: Object.values(amounts).reduce((all, amount) => all + amount), ...amounts });
  /** Returns the amounts that are not 0, by day and resource. */
  const daily = async (path: string) =>
    Object.fromEntries(
      (await bill(path)).records.map(({ startTime, endTime: _, ...rest }: Record<string, string | number>) => {
        const values = Object.entries(rest).filter(([, value]) => value !== 0);
        const id = values.find(([name]) => name.endsWith("Id"))?.[1] ?? "";
        return [`${String(startTime).slice(8, 10)} ${id}`, Object.fromEntries(values.filter(([, one]) => one !== id))];
      }),
    );

  test("lists the daily costs of each resource", async () => {
    const mounts = { persistent: { size: 73, path: "/d" } };
    const pod = await it.pod({ gpu: { id: "NVIDIA A40", count: 2 }, mounts });
    const cpu = await it.create("/v2/pods", { name: "c", image: "x", cpu: { id: "cpu3g", vcpuCount: 8 } });
    const disk = { name: "v", size: 730, dataCenter: "US-TX-3" };
    const volume = await it.create("/v2/network-volumes", disk);
    const fast = await it.create("/v2/network-volumes", { ...disk, type: "HIGH_PERFORMANCE" });
    const compute = { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 1, podCount: 3 };
    const cluster = await it.create("/v2/clusters", { name: "c", type: "TRAINING", image: "x", compute });
    const { cost } = (await it.get(`/v2/clusters/${cluster.id}/pods`)).pods[0];
    const endpoint = await it.endpoint({ gpuIds: "AMPERE_24,-NVIDIA L4", gpuCount: 2, workersMin: 2, workersMax: 2 });
    const { price } = await it.get("/v2/catalog/gpus/NVIDIA%20RTX%20A5000");
    const workers = price.serverless * 2 * 2 * 12;
    it.advance(12 * hour);
    await it.post(`/v2/pods/${pod.id}/action`, { action: "stop" });
    await it.patch(`/v2/network-volumes/${volume.id}`, { size: 1460 });
    await it.delete(`/v2/network-volumes/${fast.id}`);
    await it.save({ id: endpoint, workersMin: 0, workersMax: 0 });
    await it.post("/v2/wan-2-5/run", { input: { prompt: "a cat walks" } });
    it.advance(12 * hour);
    for (const { id } of [pod, cpu]) await it.delete(`/v2/pods/${id}`);
    await it.delete(`/v2/clusters/${cluster.id}`);
    it.advance(hour);

    const ofPod = { [`01 ${pod.id}`]: costs({ gpuAmount: 9.6 }), [`02 ${pod.id}`]: costs({ diskAmount: 0.24 }) };
    const ofCpu = costs({ cpuAmount: cpu.cost * 12 });
    expect(await daily("/pods")).toEqual({ ...ofPod, [`01 ${cpu.id}`]: ofCpu, [`02 ${cpu.id}`]: ofCpu });
    expect(await daily(`/pods?podId=${pod.id}`)).toEqual(ofPod);
    expect(Object.keys(await daily("/pods"))).toEqual(Object.keys(await daily("/pods")).toSorted());
    expect(Object.keys(await daily("/pods?lastN=1"))).toEqual([pod.id, cpu.id].map((id) => `02 ${id}`).toSorted());
    expect((await bill("/pods")).metadata).toMatchObject({ recordCount: 4, uniquePodCount: 2 });
    expect(await daily("/network-volumes")).toEqual({
      [`01 ${volume.id}`]: costs({ standardAmount: 0.84 }),
      [`01 ${fast.id}`]: costs({ highPerformanceAmount: 1.68 }),
      [`02 ${volume.id}`]: costs({ standardAmount: 1.82 }),
    });
    expect(await daily("/serverless")).toEqual({ [`01 ${endpoint}`]: costs({ gpuAmount: workers }) });
    const ofCluster = costs({ gpuAmount: cost * 36 });
    expect(await daily("/clusters")).toEqual({ [`01 ${cluster.id}`]: ofCluster, [`02 ${cluster.id}`]: ofCluster });
    expect(await daily("/endpoints")).toEqual({ "02 ": usd({ totalAmount: 0.5 }) });
    for (const area of ["pods", "endpoints"])
      expect(await daily(`/${area}?startTime=2026-05-01T00:00:00Z&endTime=2026-06-01T00:00:00Z`)).toEqual({});
    const account = {
      ...{ podGpuAmount: 9.6, podCpuAmount: cpu.cost * 24, podDiskAmount: 0.24, serverlessGpuAmount: workers },
      ...{ storageStandardAmount: 2.66, storageHighPerformanceAmount: 1.68, endpointAmount: 0.5 },
      clusterGpuAmount: cost * 72,
    };
    expect((await bill("")).metadata.totals).toMatchObject(costs(account));

    for (const path of ["", "/pods", "/serverless", "/network-volumes", "/endpoints", "/clusters"]) {
      const sizes = ["hour", "day", "week", "month", "year"].map((size) => bill(`${path}?bucketSize=${size}&lastN=60`));
      const [first, ...others] = (await Promise.all(sizes)).map(({ metadata }) => metadata.totals);
      for (const other of others) expect(other, path).toEqual(first);
    }
  });
});

describe("the buckets of a bill", () => {
  test.each([
    ["hour", 3, "2026-06-01T10:00:00Z", "2026-06-01T13:00:00Z"],
    ["day", 2, "2026-05-31T00:00:00Z", "2026-06-02T00:00:00Z"],
    ["week", 2, "2026-05-25T00:00:00Z", "2026-06-08T00:00:00Z"],
    ["month", 14, "2025-05-01T00:00:00Z", "2026-07-01T00:00:00Z"],
    ["year", 3, "2024-01-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ])("with bucketSize=%s and lastN=%d end with the current bucket", async (bucketSize, lastN, startTime, endTime) => {
    const { records, metadata } = await bill(`?bucketSize=${bucketSize}&lastN=${lastN}`);
    expect(metadata).toMatchObject({ query: { startTime, endTime, bucketSize }, recordCount: lastN });
    expect(records).toHaveLength(lastN);
    expect(records[0].startTime).toBe(startTime);
    expect(records.at(-1).endTime).toBe(endTime);
    for (let index = 1; index < lastN; index++) expect(records[index].startTime).toBe(records[index - 1].endTime);
  });

  test.each([
    ["day", "2026-05-30T13:00:00Z", "2026-05-31T00:00:01Z", "2026-05-30T00:00:00Z", "2026-06-01T00:00:00Z"],
    ["day", "2026-05-30T00:00:00Z", "2026-05-31T00:00:00Z", "2026-05-30T00:00:00Z", "2026-05-31T00:00:00Z"],
    ["day", "2026-05-30T23:30:00-02:00", "2026-05-31T12:00:00Z", "2026-05-31T00:00:00Z", "2026-06-01T00:00:00Z"],
    ["week", "2026-01-01T00:00:00Z", "2026-01-05T00:00:00Z", "2025-12-29T00:00:00Z", "2026-01-05T00:00:00Z"],
    ["month", "2024-02-29T00:00:00Z", "2024-03-01T00:00:00Z", "2024-02-01T00:00:00Z", "2024-03-01T00:00:00Z"],
    ["year", "0050-06-01T00:00:00Z", "0051-06-01T00:00:00Z", "0050-01-01T00:00:00Z", "0052-01-01T00:00:00Z"],
  ])(
    "with bucketSize=%s cover the period from %s to %s in whole buckets",
    async (bucketSize, from, to, startTime, endTime) => {
      const { metadata } = await bill(
        `?bucketSize=${bucketSize}&startTime=${encodeURIComponent(from)}&endTime=${encodeURIComponent(to)}`,
      );
      expect(metadata.query).toEqual({ startTime, endTime, bucketSize });
    },
  );

  test("are the days of the past month by default", async () => {
    expect((await bill("")).metadata).toMatchObject({
      query: { startTime: "2026-05-02T00:00:00Z", endTime: "2026-06-02T00:00:00Z", bucketSize: "day" },
      recordCount: 31,
    });
  });

  test("without costs appear only in the bill of the whole account", async () => {
    const { records } = await bill("?lastN=2");
    expect(records.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual([0, 0]);
    expect(Object.keys(records[0])).toHaveLength(16);
    const counts: Record<string, object> = {
      pods: { uniquePodCount: 0, query: expect.objectContaining({ podId: null }) },
      serverless: { uniqueServerlessCount: 0 },
      "network-volumes": { uniqueNetworkVolumeCount: 0 },
      clusters: { uniqueClusterCount: 0 },
      endpoints: {},
    };
    for (const [area, count] of Object.entries(counts)) {
      const empty = await bill(`/${area}?lastN=2`);
      expect(empty.records, area).toEqual([]);
      expect(empty.metadata, area).toMatchObject({ recordCount: 0, totals: { totalAmount: 0 }, ...count });
    }
  });

  test("end with the current month if the requested period reaches into the future", async () => {
    await it.pod({ gpu: { id: "NVIDIA A40", count: 1 } });
    it.advance(hour);
    const path = "/pods?startTime=2026-06-01T00:00:00Z&endTime=2027-06-01T00:00:00Z&bucketSize=month";
    expect((await bill(path)).records).toMatchObject([{ endTime: "2026-07-01T00:00:00Z", totalAmount: 0.4 }]);
  });
});

describe("a request for a bill", () => {
  test.each([
    ["bucketSize=minute", 422],
    ["bucketSize=", 422],
    ["startTime=yesterday", 422],
    ["startTime=2026-06-01", 422],
    ["endTime=", 422],
    ["lastN=0", 422],
    ["lastN=-1", 422],
    ["lastN=1.5", 422],
    ["lastN=ten", 422],
    ["lastN=3&startTime=2026-06-01T00:00:00Z", 400],
    ["lastN=3&endTime=2026-06-01T00:00:00Z", 400],
    ["startTime=2026-06-01T00:00:00Z&endTime=2026-06-01T00:00:00Z", 400],
    ["startTime=2026-06-02T00:00:00Z&endTime=2026-06-01T00:00:00Z", 400],
    ["startTime=2099-01-01T00:00:00Z", 400],
    ["endTime=2020-01-01T00:00:00Z", 400],
    ["bucketSize=hour&lastN=50001", 400],
    ["bucketSize=year&lastN=3000", 400],
    ["bucketSize=hour&startTime=1926-01-01T00:00:00Z", 400],
    ["grouping=gpuId&gpuId=x", 200],
  ])("with the query %s gets the status %d from every billing path", async (query, status) => {
    for (const area of ["", "/pods", "/serverless", "/endpoints", "/network-volumes", "/clusters"]) {
      const reply = await it.send("GET", `/v2/billing${area}?${query}`);
      expect(reply.status, area).toBe(status);
      expect(reply.headers["content-type"]).toMatch(status === 200 ? /^application\/json/ : /^application\/problem/);
    }
  });

  test("with the method POST gets a 405", async () => {
    const reply = await it.post("/v2/billing/pods", {});
    expect([reply.status, reply.headers.allow]).toEqual([405, "GET"]);
  });
});
