import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BucketSize, connect, type Platform } from "../../../client";
import { type Emulator, startEmulator } from "../../../emulator";
import { billed, bucketOf, costing, differences, type Entry, type Prices, type Spent, totalsBy } from "./ledger";

const hour = 3_600_000;
const start = Date.UTC(2026, 5, 10, 7, 12, 34, 567);
const sizes: BucketSize[] = ["hour", "day", "week", "month", "year"];
const areas = ["pods", "serverless", "networkVolumes", "publicEndpoints", "clusters"] as const;

let emulator: Emulator;
let platform: Platform;
/** The ledger of the test itself. */
const spent: Spent[] = [];
const made: string[] = [];

beforeAll(async () => {
  emulator = await startEmulator({ now: () => start });
  platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url, timeScale: 0.01 });
  await liveAMonth();
}, 120_000);
afterAll(async () => {
  await platform.close();
  await emulator.close();
});

/** Lets time pass, and records all costs of that time. */
async function pass(ms: number, prices: Prices): Promise<void> {
  const from = emulator.now();
  const running = await costing(platform, prices);
  emulator.advance(ms);
  for (const one of running) spent.push({ ...one, from, to: from + ms });
}

/** A month and a half in which pods, endpoints, volumes and a cluster come, change and go at odd moments. */
async function liveAMonth(): Promise<void> {
  const prices: Prices = new Map(
    (await platform.catalog.gpuTypes()).map(({ id, price }) => [id, price.serverless ?? 0]),
  );
  const { pods, networkVolumes, clusters } = platform;
  const odd = (n: number) => hour * (3 + ((n * 7919) % 29)) + ((n * 104_729) % 3_600_000);

  const gpu = await pods.create({ name: "gpu", image: "i", gpu: { id: "NVIDIA A40", count: 2 } });
  const standard = await networkVolumes.create({ name: "v", size: 50, dataCenter: "US-TX-3", type: "STANDARD" });
  await pass(odd(1), prices);
  const mounts = { persistent: { size: 80, path: "/data" } };
  const kept = await pods.create({ name: "kept", image: "i", gpu: { id: "NVIDIA L4" }, mounts });
  const cpu = await pods.create({ name: "cpu", image: "i", cpu: { id: "cpu3g", vcpuCount: 8 } });
  const { id: templateId } = await platform.templates.create({ name: "t", image: "w", serverless: true });
  const input = {
    ...{ name: "endpoint", gpuIds: "ADA_24", templateId, type: "QB" as const, idleTimeout: 5, locations: null },
    ...{ flashBootType: "OFF" as const, scalerType: "QUEUE_DELAY" as const, scalerValue: 4, networkVolumeId: null },
  };
  const endpoint = await platform.endpoints.create({ ...input, workersMin: 1, workersMax: 3 });
  await pass(odd(2), prices);
  await pods.act(kept.id, "stop");
  await paint(2, prices);
  await pass(odd(3), prices);
  await networkVolumes.update(standard.id, { size: 75 });
  const fast = await networkVolumes.create({ name: "f", size: 20, dataCenter: "US-TX-3", type: "HIGH_PERFORMANCE" });
  await platform.endpoints.update(endpoint.id, { ...input, workersMin: 3, workersMax: 3 });
  const cluster = await clusters.create({
    ...{ name: "c", type: "TRAINING", image: "i" },
    compute: { gpuTypeId: "NVIDIA H200", gpuCountPerPod: 1, podCount: 3 },
  });
  for (let n = 4; n < 16; n++) await pass(odd(n), prices);
  await pods.update(kept.id, { mounts: { persistent: { size: 160, path: "/data" } } });
  await paint(3, prices);
  await pass(odd(17), prices);
  await pods.delete(gpu.id);
  await platform.endpoints.update(endpoint.id, { ...input, gpuIds: "AMPERE_48", workersMin: 2, workersMax: 2 });
  // Workers are renewed one after the other, and the ledger here reads them before time passes.
  for (let n = 0; n < 2; n++) await pass(500, prices);
  for (let n = 18; n < 40; n++) await pass(odd(n), prices);
  await clusters.delete(cluster.id);
  await networkVolumes.delete(fast.id);
  await pods.act(kept.id, "start");
  await pods.act(cpu.id, "stop");
  await pass(odd(41), prices);
  await platform.endpoints.update(endpoint.id, { ...input, gpuIds: "AMPERE_48", workersMin: 0, workersMax: 0 });
  await platform.endpoints.delete(endpoint.id);
  for (let n = 42; n < 60; n++) await pass(odd(n), prices);
  made.push(gpu.id, kept.id, cpu.id, endpoint.id, standard.id, fast.id, cluster.id);
}

/** Images of a public model: charged at the moment each is finished. */
async function paint(times: number, prices: Prices): Promise<void> {
  for (let n = 0; n < times; n++) {
    const model = "black-forest-labs-flux-1-schnell";
    const { id } = await platform.publicEndpoints.run(model, { prompt: "a cat", width: 512 + 64 * n, height: 512 });
    const at = emulator.now();
    await pass(60_000, prices);
    const { output, delayTime = 0, executionTime = 0 } = await platform.publicEndpoints.status(model, id);
    const { cost } = output as { cost: number };
    const from = at + delayTime + executionTime;
    spent.push({
      area: "publicEndpoints",
      component: "usage",
      resource: model,
      from,
      to: from + 1,
      usdPerHour: cost * hour,
    });
  }
}

const windows = {
  "everything so far": () => ({ startTime: new Date(start), endTime: new Date(emulator.now()) }),
  "one fortnight": () => ({ startTime: "2026-06-20T00:00:00Z", endTime: "2026-07-04T00:00:00Z" }),
  "the last three buckets": () => ({ lastN: 3 }),
  "a time before it all": () => ({ startTime: "2026-01-01T00:00:00Z", endTime: "2026-02-01T00:00:00Z" }),
};
const cases = Object.entries(windows).flatMap(([name, query]) => sizes.map((size) => [name, size, query] as const));

/** The field with the resource's id in each area's records; public endpoints have none. */
const idField: Readonly<Record<string, string>> = {
  pods: "podId",
  serverless: "serverlessId",
  networkVolumes: "networkVolumeId",
  clusters: "clusterId",
};

interface Report {
  readonly records: readonly Entry[];
  readonly totals: Entry;
  readonly period: { readonly startTime: string; readonly endTime: string };
  readonly resourceCount?: number;
}
const report = (area: keyof Platform["billing"], query: object): Promise<Report> =>
  (platform.billing[area] as unknown as (query: object) => Promise<Report>)(query);

/** The same as `billed`, but from the test's own ledger: each component, and the total. */
function owed(
  what: (one: Spent) => boolean,
  period: Report["period"],
  keyOf: (one: Spent, at: number, component: string) => string,
): Record<string, number> {
  const own = spent.filter(what);
  return {
    ...totalsBy(own, period, (one, at) => (one.component === "usage" ? undefined : keyOf(one, at, one.component))),
    ...totalsBy(own, period, (one, at) => keyOf(one, at, "total")),
  };
}

describe("the bill agrees with the test's own ledger", () => {
  test.each(cases)("over %s, by the %s: records of every resource, and totals", async (_, bucketSize, query) => {
    for (const area of areas) {
      const { records, totals, period, resourceCount } = await report(area, { ...query(), bucketSize });
      const field = idField[area];
      const isArea = (one: Spent) => one.area === area;
      const byRecord = owed(
        isArea,
        period,
        (one, at, component) => `${bucketOf(bucketSize, at)} ${field ? one.resource : ""} ${component}`,
      );
      expect(
        differences(
          billed(records, (record, component) => `${record.startTime} ${record[field ?? ""] ?? ""} ${component}`),
          byRecord,
        ),
      ).toEqual([]);
      expect(
        differences(
          billed([totals], (_record, component) => component),
          owed(isArea, period, (_one, _at, component) => component),
        ),
      ).toEqual([]);
      if (field) expect(resourceCount).toBe(new Set(records.map((record) => record[field])).size);
    }
  });

  test.each(cases)("over %s, by the %s: the whole account", async (_, bucketSize, query) => {
    const { records, period } = await report("account", { ...query(), bucketSize });
    const names: Readonly<Record<string, string>> = { pods: "pod", networkVolumes: "storage", clusters: "cluster" };
    const name = ({ area, component }: Spent) =>
      area === "publicEndpoints"
        ? "endpoint"
        : `${names[area] ?? area}${component.charAt(0).toUpperCase()}${component.slice(1)}`;
    expect(
      differences(
        billed(records, (record, component) => `${record.startTime} ${component}`),
        {
          ...totalsBy(spent, period, (one, at) => `${bucketOf(bucketSize, at)} ${name(one)}`),
          ...totalsBy(spent, period, (_one, at) => `${bucketOf(bucketSize, at)} total`),
        },
      ),
    ).toEqual([]);
  });

  test("to the last digit by any size: hours add up to days, weeks, months and years", async () => {
    for (const area of [...areas, "account"] as const) {
      const query = windows["everything so far"]();
      const totals = await Promise.all(
        sizes.map(async (bucketSize) => (await report(area, { ...query, bucketSize })).totals),
      );
      for (const other of totals) expect(other, area).toEqual(totals[0]);
    }
  });

  test.each(["hour", "month"] as const)(
    "by the %s: of any single resource, and of an unknown resource",
    async (bucketSize) => {
      const query = windows["everything so far"]();
      for (const area of ["pods", "serverless", "networkVolumes", "clusters"] as const) {
        const field = idField[area] ?? "";
        const everything = await report(area, { ...query, bucketSize });
        for (const id of [...made, "nobody"]) {
          const one = await report(area, { ...query, bucketSize, [field]: id });
          expect(one.records).toEqual(everything.records.filter((record) => record[field] === id));
          const isThat = (entry: Spent) => entry.area === area && entry.resource === id;
          expect(
            differences(
              billed([one.totals], (_, component) => component),
              owed(isThat, one.period, (_one, _at, component) => component),
            ),
          ).toEqual([]);
        }
      }
    },
  );
});

test("the comparisons covered every kind of cost", () => {
  const kinds = new Set(spent.map(({ area, component }) => `${area} ${component}`));
  expect([...kinds].sort()).toEqual([
    "clusters gpu",
    "networkVolumes highPerformance",
    "networkVolumes standard",
    "pods cpu",
    "pods disk",
    "pods gpu",
    "publicEndpoints usage",
    "serverless gpu",
  ]);
});
