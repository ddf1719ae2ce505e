import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { readEntries } from "../../../provider/hosts/journal/journal";
import { Configuration } from "../../../provider/hosts/plugin/configuration";
import { pod as podResource } from "../../../provider/kinds/pod/lifecycle";
import { testRun } from "../../support/test-run";
import { commandLine } from "../support/command-line";

const HOUR = 3_600_000;
const RTX_4090 = "NVIDIA GeForce RTX 4090";
const A40 = "NVIDIA A40";
/** Of a standard network volume; a month is 730 hours. */
const USD_PER_GB_MONTH = 0.07;
const HOURS_A_MONTH = 730;
const START = Date.UTC(2026, 0, 1);

let emulator: Emulator;
let journal: string;
beforeEach(async () => {
  journal = mkdtempSync(join(tmpdir(), "podwright-journal-"));
  emulator = await startEmulator({ now: () => START, provision: 0, start: 0, workerStart: 0, strict: true });
});
afterEach(async () => {
  rmSync(journal, { recursive: true });
  await emulator.close();
});

async function ask(method: "GET" | "POST" | "DELETE", url: string, payload?: object) {
  const headers = { authorization: `Bearer ${emulator.apiKey}` };
  const reply = await emulator.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
  return reply.payload === "" ? undefined : JSON.parse(reply.payload);
}

const pod = async (gpu: string) => (await ask("POST", "/v2/pods", { name: "p", image: "i", gpu: { id: gpu } })).id;
const hourly = async (gpu: string) => (await ask("GET", `/v2/catalog/gpus/${encodeURIComponent(gpu)}`)).price.secure;

/** What the workers of an endpoint cost an hour, as they and the catalog tell. */
async function hourlyOfWorkers(id: string): Promise<number> {
  const { workers } = await ask("GET", `/v2/serverless/${id}/workers`);
  const { gpus } = await ask("GET", "/v2/catalog/gpus");
  const price = (type: string) => gpus.find((gpu: { id: string }) => gpu.id === type).price.serverless;
  return workers.reduce((sum: number, worker: { gpuTypeId: string }) => sum + price(worker.gpuTypeId), 0);
}

async function endpoint(gpuIds: string): Promise<string> {
  const { id: templateId } = await ask("POST", "/v2/templates", { name: gpuIds, image: "i", serverless: true });
  const query = "mutation ($input: EndpointInput!) { saveEndpoint(input: $input) { id } }";
  const input = { name: gpuIds, gpuIds, templateId, workersMin: 1, workersMax: 1 };
  return (await ask("POST", "/graphql", { query, variables: { input } })).data.saveEndpoint.id;
}

interface Document {
  readonly records: readonly Readonly<Record<string, string | number>>[];
  readonly totals: Readonly<Record<string, number>>;
}

async function billing(...args: readonly string[]): Promise<Document> {
  const env = { PODWRIGHT_API_KEY: emulator.apiKey, PODWRIGHT_BASE_URL: emulator.url, PODWRIGHT_JOURNAL: journal };
  const { exitCode, out, err } = await commandLine(["billing", ...args, "--output", "json"], { env });
  if (exitCode !== 0) throw new Error(err);
  return JSON.parse(out);
}

const total = (document: Document) => document.totals.totalAmount ?? 0;
const sumOf = (document: Document) => document.records.reduce((sum, { totalAmount }) => sum + Number(totalAmount), 0);
const sizes = ["hour", "day", "week", "month", "year"];

describe("pods", () => {
  test.each(sizes)("cost their hours times their price in buckets of a %s, by each grouping", async (size) => {
    await pod(RTX_4090);
    await pod(A40);
    emulator.advance(50 * HOUR);
    const gone = await pod(A40);
    emulator.advance(10 * HOUR);
    await ask("DELETE", `/v2/pods/${gone}`);
    const ledger = 60 * (await hourly(RTX_4090)) + 70 * (await hourly(A40));
    for (const grouping of ["podId", "gpuId"]) {
      const report = await billing(
        "pods",
        "--bucket-size",
        size,
        "--grouping",
        grouping,
        "--start-time",
        "2026-01-01T00:00:00Z",
      );
      expect(report.totals.gpuAmount).toBeCloseTo(ledger, 4);
      expect(sumOf(report)).toBeCloseTo(total(report), 6);
    }
  });

  test("of one GPU and of one pod are what these cost, and the rest is left out", async () => {
    const one = await pod(RTX_4090);
    await pod(A40);
    emulator.advance(20 * HOUR);
    const byGpu = await billing("pods", "--gpu-id", A40);
    expect(byGpu.totals.gpuAmount).toBeCloseTo(20 * (await hourly(A40)), 4);
    const byPod = await billing("pods", "--pod-id", one, "--grouping", "podId");
    expect(byPod.totals.gpuAmount).toBeCloseTo(20 * (await hourly(RTX_4090)), 4);
    expect(new Set(byPod.records.map(({ podId }) => podId))).toEqual(new Set([one]));
  });

  test("between two times cost what they did in that time", async () => {
    await pod(RTX_4090);
    emulator.advance(240 * HOUR);
    const times = ["--start-time", "2026-01-03T00:00:00Z", "--end-time", "2026-01-05T00:00:00Z"];
    const report = await billing("pods", ...times);
    expect(report.records).toHaveLength(2);
    expect(report.totals.gpuAmount).toBeCloseTo(48 * (await hourly(RTX_4090)), 4);
  });
});

describe("what a host created and deleted", () => {
  /** One operation as the plugin runs it. */
  const run = () => {
    const { url: PODWRIGHT_BASE_URL, apiKey: PODWRIGHT_API_KEY } = emulator;
    const env = { PODWRIGHT_API_KEY, PODWRIGHT_BASE_URL, PODWRIGHT_JOURNAL: journal };
    return testRun({ session: new Configuration(env, {}).session() });
  };

  test("keeps its GPU in the bill, by the journal", async () => {
    const inputs = { name: "p", image: "i", gpu: { id: A40 }, __autoname: "p", desiredStatus: "RUNNING" } as const;
    const { id, outputs } = await podResource.create(run(), { inputs });
    emulator.advance(20 * HOUR);
    await podResource.delete(run(), { id, inputs, state: outputs });
    expect(emulator.state().pods).toEqual([]);
    expect((await billing("pods", "--gpu-id", A40)).totals.gpuAmount).toBeCloseTo(20 * (await hourly(A40)), 4);
    expect(readEntries(journal)).toMatchObject([
      { event: "created", kind: "Pod", id, gpu: A40, name: "web" },
      { event: "deleted", kind: "Pod", id, gpu: A40, name: "web" },
    ]);
  });

  test("that never ran is in the journal as well", async () => {
    await emulator.close();
    emulator = await startEmulator({ now: () => START, provision: 60_000, strict: true });
    const inputs = { name: "p", image: "i", gpu: { id: A40 }, __autoname: "p", desiredStatus: "RUNNING" } as const;
    const failed = await podResource.create({ ...run(), timeoutMs: 1 }, { inputs }).catch((error) => error);
    expect(failed).toMatchObject({ name: "InitError" });
    expect(readEntries(journal)).toMatchObject([{ event: "created", id: failed.id, gpu: A40 }]);
  });
});

describe("serverless endpoints", () => {
  test.each(sizes)("cost the same in buckets of a %s by each grouping, whole and by endpoint", async (size) => {
    const first = await endpoint("AMPERE_24");
    const second = await endpoint("AMPERE_80");
    const ledger = [30 * (await hourlyOfWorkers(first)), 30 * (await hourlyOfWorkers(second))];
    emulator.advance(30 * HOUR);
    const reports = [];
    for (const grouping of ["endpointId", "podId", "gpuId"]) {
      reports.push(await billing("serverless", "--bucket-size", size, "--grouping", grouping));
    }
    const totals = reports.map(total);
    expect(totals[0]).toBeCloseTo((ledger[0] ?? 0) + (ledger[1] ?? 0), 3);
    expect(totals).toEqual([totals[0], totals[0], totals[0]]);
    const each = [await billing("sls", "--endpoint-id", first), await billing("sls", "--endpoint-id", second)];
    const pools = [await billing("sls", "--gpu-id", "AMPERE_24"), await billing("sls", "--gpu-id", "AMPERE_80")];
    expect(each.map(total)).toEqual(pools.map(total));
    expect(each.map((report) => total(report).toFixed(3))).toEqual(ledger.map((usd) => usd.toFixed(3)));
  });

  test("of one GPU type are those whose workers can have no other", async () => {
    const { gpus } = await ask("GET", "/v2/catalog/gpus");
    const [type, ...others]: string[] = gpus
      .filter(({ pool }: { pool: string }) => pool === "AMPERE_24")
      .map(({ id }: { id: string }) => id);
    const only = await endpoint(["AMPERE_24", ...others.map((other) => `-${other}`)].join(","));
    await endpoint("AMPERE_24,ADA_24");
    const { workers } = await ask("GET", `/v2/serverless/${only}/workers`);
    expect(workers.map(({ gpuTypeId }: { gpuTypeId: string }) => gpuTypeId)).toEqual([type]);
    const usd = 30 * (await hourlyOfWorkers(only));
    emulator.advance(30 * HOUR);
    expect(total(await billing("sls", "--gpu-id", type!))).toBeCloseTo(usd, 4);
    expect(total(await billing("sls", "--gpu-id", "AMPERE_24"))).toBeCloseTo(usd, 4);
    expect(total(await billing("sls"))).toBeGreaterThan(1.5 * usd);
  });

  test("between two times cost what they did in that time", async () => {
    const id = await endpoint("AMPERE_24");
    const usd = 48 * (await hourlyOfWorkers(id));
    emulator.advance(240 * HOUR);
    const times = ["--start-time", "2026-01-03T00:00:00Z", "--end-time", "2026-01-05T00:00:00Z"];
    const report = await billing("serverless", ...times);
    expect(report.records).toHaveLength(2);
    expect(total(report)).toBeCloseTo(usd, 4);
  });
});

describe("network volumes", () => {
  test.each(sizes)("cost the same in buckets of a %s as the platform says in all", async (size) => {
    await ask("POST", "/v2/network-volumes", { name: "v", size: 100, dataCenter: "US-TX-3" });
    emulator.advance(40 * 24 * HOUR);
    const times = "startTime=2026-01-01T00:00:00Z&endTime=2026-02-10T00:00:00Z";
    const platform = await ask("GET", `/v2/billing/network-volumes?bucketSize=${size}&${times}`);
    const report = await billing(
      "network-volume",
      "--bucket-size",
      size,
      "--start-time",
      "2026-01-01T00:00:00Z",
      "--end-time",
      "2026-02-10T00:00:00Z",
    );
    expect(total(report)).toBeCloseTo(platform.metadata.totals.totalAmount, 6);
    expect(total(report)).toBeCloseTo(((40 * 24) / HOURS_A_MONTH) * 100 * USD_PER_GB_MONTH, 4);
    expect(sumOf(report)).toBeCloseTo(total(report), 6);
  });
});
