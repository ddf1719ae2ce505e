import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { billingDocument } from "../../../cli/billing/document";
import { type Emulator, startEmulator } from "../../../emulator";
import { readEntries } from "../../../provider/hosts/journal/journal";
import { Configuration } from "../../../provider/hosts/plugin/configuration";
import { pod as podResource } from "../../../provider/kinds/pod/lifecycle";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { testRun } from "../../support/test-run";
import { commandLine } from "../support/command-line";

const HOUR = 3_600_000;
const A40 = "NVIDIA A40";
const START = Date.UTC(2026, 0, 1);

let emulator: Emulator;
let journal: string;
beforeEach(async () => {
  journal = temporaryFolder("journal");
  emulator = await startEmulator({ now: () => START, provision: 0, start: 0, workerStart: 0, strict: true });
});
afterEach(() => emulator.close());

interface GpuType {
  readonly id: string;
  readonly pool: string;
  readonly price: { readonly secure: number; readonly serverless: number };
}
const hourly = async (gpu: string) =>
  (await send<GpuType>(emulator, "GET", `/v2/catalog/gpus/${encodeURIComponent(gpu)}`)).price;

/** Returns the total of a bill, after a check that its records add up to it. */
async function total(...args: readonly string[]): Promise<number> {
  const env = { ...environmentOf(emulator), PODWRIGHT_JOURNAL: journal };
  const { exitCode, out, err } = await commandLine(["billing", ...args, "--output", "json"], { env });
  if (exitCode !== 0) throw new Error(err);
  const { records, totals } = billingDocument.parse(JSON.parse(out));
  const sum = records.reduce((all, { totalAmount }) => all + totalAmount, 0);
  const { totalAmount = Number.NaN } = totals;
  expect(sum).toBeCloseTo(totalAmount, 6);
  return totalAmount;
}

describe("the billing journal", () => {
  const inputs = { name: "p", image: "i", gpu: { id: A40 }, __autoname: "p", desiredStatus: "RUNNING" } as const;

  /** Runs an operation as the plugin does. */
  const run = () => {
    const env = { ...environmentOf(emulator), PODWRIGHT_JOURNAL: journal };
    return testRun({ session: new Configuration(env, {}).session() });
  };

  test("lets the bill name the GPU of a deleted pod", async () => {
    const { id, outputs } = await podResource.create(run(), inputs);
    emulator.advance(20 * HOUR);
    // The name in the program, which the pod's mark has.
    expect(await total("pods", "--pod-id", "web")).toBeCloseTo(20 * (await hourly(A40)).secure, 4);
    await expect(total("pods", "--pod-id", "wep")).rejects.toThrow("did you mean web?");
    await podResource.delete(run(), { id, inputs, state: outputs });
    expect(emulator.state().pods).toEqual([]);
    const usd = 20 * (await hourly(A40)).secure;
    const filters = [
      ["--gpu-id", A40],
      ["--grouping", "podId", "--pod-id", id],
      ["--start-time", "2025-12-01T00:00:00Z"],
    ];
    for (const size of ["hour", "day", "week", "month", "year"])
      for (const filter of filters) expect(await total("pods", "--bucket-size", size, ...filter)).toBeCloseTo(usd, 4);
    expect(readEntries(journal)).toMatchObject([
      { event: "created", kind: "Pod", id, gpu: A40, name: "web" },
      { event: "deleted", kind: "Pod", id, gpu: A40, name: "web" },
    ]);
  });

  test("contains a pod that never ran", async () => {
    await emulator.close();
    emulator = await startEmulator({ now: () => START, provision: 60_000, strict: true });
    const failed = await podResource.create({ ...run(), timeoutMs: 1 }, inputs).catch((error) => error);
    expect(failed).toMatchObject({ name: "InitError" });
    expect(readEntries(journal)).toMatchObject([{ event: "created", id: failed.id, gpu: A40 }]);
  });
});

test("podwright billing assigns the cost of an endpoint to a GPU type if the endpoint allows only this type", async () => {
  const { gpus } = await send<{ gpus: GpuType[] }>(emulator, "GET", "/v2/catalog/gpus");
  const [type = "", ...others] = gpus.filter(({ pool }) => pool === "AMPERE_24").map(({ id }) => id);
  const endpoint = (gpuIds: string) => newEndpoint(emulator, gpuIds, { gpuIds, workersMin: 1 });
  const name = ["AMPERE_24", ...others.map((other) => `-${other}`)].join(",");
  const only = await endpoint(name);
  await endpoint("AMPERE_24,ADA_24");
  const usd = 30 * (await hourly(type)).serverless;
  emulator.advance(30 * HOUR);
  for (const filter of [
    ["--gpu-id", type],
    ["--gpu-id", "AMPERE_24"],
    ["--endpoint-id", only],
    ["--endpoint-id", name],
  ])
    expect(await total("serverless", ...filter)).toBeCloseTo(usd, 4);
  expect(await total("serverless")).toBeGreaterThan(1.5 * usd);
});

test("a bill between two times contains only the costs of that period", async () => {
  await newPod(emulator, { gpu: { id: A40 } });
  await send(emulator, "POST", "/v2/network-volumes", { name: "v", size: 100, dataCenter: "US-TX-3" });
  emulator.advance(240 * HOUR);
  const times = ["--start-time", "2026-01-03T00:00:00Z", "--end-time", "2026-01-05T00:00:00Z"];
  expect(await total("pods", ...times)).toBeCloseTo(48 * (await hourly(A40)).secure, 4);
  // 100 GB at 7 cents a month of 730 hours.
  expect(await total("network-volume", ...times)).toBeCloseTo((48 / 730) * 7, 4);
});

test("only a bill of endpoints shows the account's serverless discount", async () => {
  const serverlessDiscount = { discountFactor: 0.1, type: "COMMITMENT", expirationDate: "2999-01-01T00:00:00Z" };
  await send(emulator, "POST", "/_emulator/account", { serverlessDiscount });
  const env = { ...environmentOf(emulator), PODWRIGHT_JOURNAL: journal };
  const [endpoints, pods] = await Promise.all(
    ["serverless", "pods"].map((subject) => commandLine(["billing", subject, "--output", "json"], { env })),
  );
  expect(billingDocument.parse(JSON.parse(endpoints?.out ?? ""))).toMatchObject({ serverlessDiscount });
  expect(endpoints?.err).toContain(
    "factor 0.1, until 2999-01-01T00:00:00Z). This report shows the amounts that RunPod billed",
  );
  expect(`${pods?.out}${pods?.err}`).not.toContain("iscount");
});
