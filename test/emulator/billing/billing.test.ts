import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { Ledger } from "../../../emulator/areas/billing/ledger";
import { useEmulator } from "../support/harness";

const start = Date.UTC(2026, 5, 1, 12);
let wall = start;
const it = useEmulator({ now: () => wall });
// Days and hours matter here, so every test begins at noon of the first of June, a Monday.
beforeEach(() => {
  wall -= it.emulator.now() - start;
});

const hour = 3_600_000;
const day = 24 * hour;
const bill = async (path: string) => (await it.send("GET", `/v2/billing${path}`)).body;
const sum = (records: { totalAmount: number }[]) => records.reduce((total, { totalAmount }) => total + totalAmount, 0);

/** The prices the emulator's documentation names, besides those of the catalog. */
const perGbHour = { standard: 0.07 / 730, highPerformance: 0.14 / 730, stoppedDisk: 0.2 / 730 };

describe("a pod", () => {
  test("costs what its cost says for as long as it lives, from its creation on", async () => {
    const { id, cost } = await it.pod({ gpu: { id: "NVIDIA A40", count: 2 } });
    expect(cost).toBe(0.8);
    it.emulator.advance(10 * hour);
    const { records, metadata } = await bill("/pods");
    expect(records).toEqual([
      {
        startTime: "2026-06-01T00:00:00Z",
        endTime: "2026-06-02T00:00:00Z",
        podId: id,
        totalAmount: 8,
        gpuAmount: 8,
        cpuAmount: 0,
        diskAmount: 0,
      },
    ]);
    expect(metadata).toEqual({
      query: {
        startTime: "2026-05-02T00:00:00Z",
        endTime: "2026-06-02T00:00:00Z",
        bucketSize: "day",
        podId: null,
      },
      recordCount: 1,
      uniquePodCount: 1,
      totals: { totalAmount: 8, gpuAmount: 8, cpuAmount: 0, diskAmount: 0 },
    });
  });

  test("without a GPU costs under cpuAmount", async () => {
    await it.pod({ gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 4 } });
    it.emulator.advance(5 * hour);
    expect((await bill("/pods")).metadata.totals).toEqual({
      totalAmount: 0.6,
      gpuAmount: 0,
      cpuAmount: 0.6,
      diskAmount: 0,
    });
  });

  test("that is stopped costs its persistent mount and nothing else; without one, nothing", async () => {
    const mounts = { persistent: { size: 100, path: "/data" } };
    const [kept, bare] = [await it.runningPod({ mounts }), await it.runningPod()];
    for (const { id } of [kept, bare]) await it.send("POST", `/v2/pods/${id}/action`, { action: "stop" });
    const before = (await bill("/pods")).metadata.totals;
    expect(before.diskAmount).toBe(0);
    it.emulator.advance(10 * hour);
    const { diskAmount, gpuAmount } = (await bill("/pods")).metadata.totals;
    expect(gpuAmount).toBe(before.gpuAmount);
    expect(diskAmount).toBeCloseTo(100 * 10 * perGbHour.stoppedDisk, 8);
    expect((await bill(`/pods?podId=${bare.id}&lastN=1&bucketSize=hour`)).records).toEqual([]);
  });

  test("that is gone stays on the bill", async () => {
    const { id } = await it.pod();
    it.emulator.advance(hour);
    await it.send("DELETE", `/v2/pods/${id}`);
    it.emulator.advance(5 * hour);
    expect((await bill(`/pods?podId=${id}`)).metadata.totals.totalAmount).toBe(0.69);
  });

  test("is not billed again when it is changed or restarted", async () => {
    const { id, cost } = await it.runningPod();
    for (const body of [{ name: "other" }, { image: "other" }, { locked: true }, { locked: false }])
      await it.send("PATCH", `/v2/pods/${id}`, body);
    it.emulator.advance(2000);
    await it.send("POST", `/v2/pods/${id}/action`, { action: "restart" });
    it.emulator.advance(2 * hour - 4000);
    expect((await bill("/pods")).metadata.totals.totalAmount).toBeCloseTo(2 * cost, 9);
  });
});

describe("a serverless worker", () => {
  const workersOf = async (id: string) => (await it.send("GET", `/v2/serverless/${id}/workers`)).body.workers;

  test("costs its GPU's price by the second, whether it starts, works or waits, until it is gone", async () => {
    const id = await it.endpoint({ gpuIds: "ADA_24", gpuCount: 2, idleTimeout: 5 });
    const { price } = (await it.send("GET", `/v2/catalog/gpus/${encodeURIComponent("NVIDIA GeForce RTX 4090")}`)).body;
    await it.send("POST", `/v2/${id}/run`, { input: {} });
    it.emulator.advance(500 + 100);
    expect(await workersOf(id)).toHaveLength(1);
    it.emulator.advance(5000);
    expect(await workersOf(id)).toEqual([]);
    it.emulator.advance(10 * hour);
    const { records, metadata } = await bill("/serverless");
    const seconds = 0.5 + 0.1 + 5;
    expect(records).toMatchObject([{ serverlessId: id, cpuAmount: 0, diskAmount: 0, feeAmount: 0 }]);
    expect(metadata.totals.gpuAmount).toBeCloseTo((seconds * 2 * price.serverless) / 3600, 8);
    expect(metadata).toMatchObject({ uniqueServerlessCount: 1, recordCount: 1 });
  });

  test("costs what its own GPU type costs, also while its endpoint has moved on to another", async () => {
    const id = await it.endpoint({ gpuIds: "AMPERE_24,-NVIDIA L4", workersMin: 1, workersMax: 1 });
    it.emulator.handle(id, () => ({ output: 1, durationMs: 10 * hour }));
    it.emulator.advance(1000);
    await it.send("POST", `/v2/${id}/run`, { input: {}, policy: { executionTimeout: 7 * day } });
    await it.save({ id, name: "endpoint", gpuIds: "AMPERE_80" });
    const [worker] = await workersOf(id);
    expect(worker).toMatchObject({ gpuTypeId: "NVIDIA RTX A5000", isStale: true, status: "RUNNING" });
    const { price } = (await it.send("GET", "/v2/catalog/gpus/NVIDIA%20RTX%20A5000")).body;
    it.emulator.advance(hour - 1000);
    expect((await bill("/serverless")).metadata.totals.gpuAmount).toBeCloseTo(price.serverless, 8);
  });

  test("of a CPU endpoint costs its vCPUs", async () => {
    const cpu = [{ id: "cpu5c", vcpuCount: 8 }];
    const body = { name: "cpu", type: "QUEUE", image: "i", cpu, scaling: { type: "REQUEST_COUNT", requestCount: 1 } };
    await it.send("POST", "/v2/serverless", { ...body, workers: { min: 2, max: 2 } });
    const { price } = (await it.send("GET", "/v2/catalog/cpus/cpu5c")).body;
    it.emulator.advance(3 * hour);
    const { cpuAmount, gpuAmount } = (await bill("/serverless")).metadata.totals;
    expect(gpuAmount).toBe(0);
    expect(cpuAmount).toBeCloseTo(3 * 2 * 8 * price.serverlessPerVcpu, 8);
  });

  test("costs nothing more once its endpoint is deleted", async () => {
    const id = await it.endpoint({ workersMin: 1 });
    it.emulator.advance(hour);
    await it.send("DELETE", `/v2/serverless/${id}`);
    const { totals } = (await bill("/serverless")).metadata;
    it.emulator.advance(day);
    expect((await bill("/serverless")).metadata.totals).toEqual(totals);
  });
});

describe("a network volume", () => {
  test.each([
    ["STANDARD", "standard"],
    ["HIGH_PERFORMANCE", "highPerformance"],
  ] as const)("of type %s costs its size by the month, at each size for its time", async (type, component) => {
    const { id } = (await it.send("POST", "/v2/network-volumes", { name: "v", size: 100, dataCenter: "US-TX-3", type }))
      .body;
    it.emulator.advance(10 * hour);
    await it.send("PATCH", `/v2/network-volumes/${id}`, { size: 300 });
    it.emulator.advance(20 * hour);
    await it.send("DELETE", `/v2/network-volumes/${id}`);
    it.emulator.advance(day);
    const { metadata, records } = await bill("/network-volumes?bucketSize=year");
    const amount = (100 * 10 + 300 * 20) * perGbHour[component];
    expect(records).toMatchObject([{ networkVolumeId: id }]);
    expect(metadata.totals[`${component}Amount`]).toBeCloseTo(amount, 8);
    expect(metadata.totals.totalAmount).toBe(metadata.totals[`${component}Amount`]);
    expect(metadata.uniqueNetworkVolumeCount).toBe(1);
  });
});

test("public endpoints cost what their outputs say, and failed generations nothing", async () => {
  const model = "/v2/black-forest-labs-flux-1-dev";
  const { id } = (await it.send("POST", `${model}/run`, { input: { prompt: "a cat", width: 1024, height: 1024 } }))
    .body;
  await it.send("POST", `${model}/run`, { input: { prompt: "a cat", width: 7, height: 7 } });
  it.emulator.advance(600_000);
  const { output } = (await it.send("GET", `${model}/status/${id}`)).body;
  const { records, metadata } = await bill("/endpoints");
  expect(output.cost).toBe(0.02097152);
  expect(records).toEqual([
    { startTime: "2026-06-01T00:00:00Z", endTime: "2026-06-02T00:00:00Z", totalAmount: 0.02097152 },
  ]);
  expect(metadata).toEqual({
    query: { startTime: "2026-05-02T00:00:00Z", endTime: "2026-06-02T00:00:00Z", bucketSize: "day" },
    recordCount: 1,
    totals: { totalAmount: 0.02097152 },
  });
  expect((await bill("")).metadata.totals).toMatchObject({ totalAmount: 0.02097152, endpointAmount: 0.02097152 });
});

test("a cluster costs what its pods cost, and they are not on the bill of pods", async () => {
  const compute = { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 4, podCount: 3 };
  const { id } = (await it.send("POST", "/v2/clusters", { name: "c", type: "RAY", image: "i", compute })).body;
  const { pods } = (await it.send("GET", `/v2/clusters/${id}/pods`)).body;
  it.emulator.advance(2 * hour);
  const { records, metadata } = await bill("/clusters");
  expect(records).toMatchObject([{ clusterId: id, diskAmount: 0, networkingAmount: 0 }]);
  expect(metadata).toMatchObject({ uniqueClusterCount: 1, query: { clusterId: null } });
  expect(metadata.totals.gpuAmount).toBeCloseTo(
    2 * pods.reduce((all: number, { cost }: { cost: number }) => all + cost, 0),
    9,
  );
  expect((await bill("/pods")).records).toEqual([]);
  await it.send("DELETE", `/v2/clusters/${id}`);
  it.emulator.advance(day);
  expect((await bill(`/clusters?clusterId=${id}`)).metadata.totals).toEqual(metadata.totals);
});

describe("buckets", () => {
  test.each([
    ["hour", 3, "2026-06-01T10:00:00Z", "2026-06-01T13:00:00Z"],
    ["day", 2, "2026-05-31T00:00:00Z", "2026-06-02T00:00:00Z"],
    ["week", 2, "2026-05-25T00:00:00Z", "2026-06-08T00:00:00Z"],
    ["month", 14, "2025-05-01T00:00:00Z", "2026-07-01T00:00:00Z"],
    ["year", 3, "2024-01-01T00:00:00Z", "2027-01-01T00:00:00Z"],
  ])("of a %s: the last %d end with the one that is running", async (bucketSize, lastN, startTime, endTime) => {
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
  ])("of a %s: %s to %s is widened to whole ones", async (bucketSize, from, to, startTime, endTime) => {
    const { metadata } = await bill(
      `?bucketSize=${bucketSize}&startTime=${encodeURIComponent(from)}&endTime=${encodeURIComponent(to)}`,
    );
    expect(metadata.query).toEqual({ startTime, endTime, bucketSize });
  });

  test("without any parameter are the days of the last thirty", async () => {
    expect((await bill("")).metadata).toMatchObject({
      query: { startTime: "2026-05-02T00:00:00Z", endTime: "2026-06-02T00:00:00Z", bucketSize: "day" },
      recordCount: 31,
    });
  });

  test("in which nothing was spent are zero in the account's list and absent from all others", async () => {
    const { records } = await bill("?lastN=2");
    expect(records.map(({ totalAmount }: { totalAmount: number }) => totalAmount)).toEqual([0, 0]);
    expect(Object.keys(records[0])).toHaveLength(16);
    const counts: Record<string, object> = {
      pods: { uniquePodCount: 0 },
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

  test("that have not begun cost nothing, and the running one only what was used so far", async () => {
    await it.pod({ gpu: { id: "NVIDIA A40", count: 1 } });
    it.emulator.advance(hour);
    const path = "/pods?startTime=2026-06-01T00:00:00Z&endTime=2027-06-01T00:00:00Z&bucketSize=month";
    expect((await bill(path)).records).toMatchObject([{ endTime: "2026-07-01T00:00:00Z", totalAmount: 0.4 }]);
  });
});

describe("refusals", () => {
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
  ])("%s is %d in every area", async (query, status) => {
    for (const area of ["", "/pods", "/serverless", "/endpoints", "/network-volumes", "/clusters"]) {
      const reply = await it.send("GET", `/v2/billing${area}?${query}`);
      expect(reply.status, area).toBe(status);
      expect(reply.headers["content-type"]).toMatch(status === 200 ? /^application\/json/ : /^application\/problem/);
    }
  });

  test("there is nothing to write", async () => {
    const reply = await it.send("POST", "/v2/billing/pods", {});
    expect([reply.status, reply.headers.allow]).toEqual([405, "GET"]);
  });
});

describe("exactness", () => {
  test("the hours of a resource add up to its day, month and year, whatever odd rates and moments it had", async () => {
    const { id } = await it.pod({ gpu: undefined, cpu: { id: "cpu5c", vcpuCount: 2 }, mounts: {} });
    await it.send("POST", "/v2/network-volumes", { name: "v", size: 13, dataCenter: "US-TX-3" });
    await it.endpoint({ workersMin: 1 });
    for (const odd of [1, 777, 3_599_999, 7_200_001, 86_399_999, 1_234_567]) {
      it.emulator.advance(odd);
      await it.send("POST", `/v2/pods/${id}/action`, { action: odd % 2 === 0 ? "start" : "stop" });
      it.emulator.advance(odd + 3);
      await it.send("POST", `/v2/pods/${id}/action`, { action: "start" });
    }
    const range = "startTime=2026-01-01T00:00:00Z&endTime=2027-01-01T00:00:00Z";
    for (const area of ["", "/pods", "/serverless", "/network-volumes"]) {
      const totals = await Promise.all(
        ["hour", "day", "month", "year"].map(
          async (size) => (await bill(`${area}?bucketSize=${size}&${range}`)).metadata.totals,
        ),
      );
      expect(totals[0].totalAmount).toBeGreaterThan(0);
      for (const other of totals) expect(other, area).toEqual(totals[0]);
    }
  });

  test("a year of hours over a busy account adds up to its total", async () => {
    for (let n = 0; n < 5; n++) await it.pod({ name: `p${n}` });
    await it.volume();
    await it.endpoint({ workersMin: 3 });
    it.emulator.advance(365 * day + hour / 2);
    const pods = await bill("/pods?bucketSize=hour&lastN=8760");
    const account = await bill("?bucketSize=hour&lastN=8760");
    expect(pods.metadata).toMatchObject({ recordCount: 5 * 8760, uniquePodCount: 5 });
    expect(account.metadata.recordCount).toBe(8760);
    expect(sum(pods.records)).toBeCloseTo(5 * 0.69 * 8759.5, 3);
    expect(sum(account.records)).toBeCloseTo(account.metadata.totals.totalAmount, 6);
  });

  test("a restart over a state file changes no bill, and what runs goes on costing", async () => {
    const folder = mkdtempSync(join(tmpdir(), "podwright-bill-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const options = { state: join(folder, "state.json"), now: () => start };
    const totals = async ({ inject }: Emulator) => {
      const headers = { authorization: "Bearer emulator-key" };
      return (await inject({ url: "/v2/billing?bucketSize=year&lastN=1", headers })).json().metadata.totals;
    };
    const first = await startEmulator(options);
    const headers = { authorization: "Bearer emulator-key" };
    const payload = { name: "p", image: "i", gpu: { id: "NVIDIA A40", count: 1 } };
    await first.inject({ method: "POST", url: "/v2/pods", headers, payload });
    first.advance(10 * hour);
    const before = await totals(first);
    await first.close();
    const second = await startEmulator(options);
    expect(before.totalAmount).toBe(4);
    expect(await totals(second)).toEqual(before);
    second.advance(hour);
    expect((await totals(second)).totalAmount).toBe(4.4);
    await second.close();
  });

  test("a reset forgets what was spent", async () => {
    await it.pod();
    it.emulator.advance(day);
    await it.send("POST", "/_emulator/reset");
    expect((await bill("?bucketSize=year&lastN=1")).metadata.totals.totalAmount).toBe(0);
  });
});

test("deleting an endpoint over GraphQL ends its workers' bill as well", async () => {
  const id = await it.endpoint({ workersMin: 1 });
  it.emulator.advance(hour);
  await it.save({ id, name: "endpoint", workersMin: 0, workersMax: 0 });
  await it.query(`mutation { deleteEndpoint(id: "${id}") }`);
  const { totals } = (await bill("/serverless")).metadata;
  it.emulator.advance(day);
  expect((await bill("/serverless")).metadata.totals).toEqual(totals);
});

describe("what was spent", () => {
  test("is the same after a restart: what had ended before, what runs, and single charges", () => {
    let now = Date.UTC(2026, 5, 1, 12, 30);
    const ledger = new Ledger(() => now);
    const pod = (resource: string) => ({ area: "pods", resource }) as const;
    ledger.run(pod("ended"), { gpu: 1 });
    ledger.run(pod("brief"), { gpu: 2 });
    now += 600_000;
    ledger.stop(pod("brief"));
    now += 3 * hour;
    ledger.stop(pod("ended"));
    ledger.run(pod("runs"), { gpu: 0.5 });
    ledger.charge({ area: "publicEndpoints", resource: "model" }, { usage: 0.25 });
    now += 2 * hour;
    const restarted = new Ledger(() => now);
    restarted.load(JSON.parse(JSON.stringify(ledger.save())));
    expect(restarted.spent()).toBe(ledger.spent());
    expect(restarted.spent()).toBeCloseTo(3 + 1 / 6 + 2 / 6 + 1 + 0.25, 6);
  });
});
