import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { costReport } from "../../../cli/cost/report";
import type { PlannedStep } from "../../../cli/stack/stack";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint, send } from "../../support/account";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator({ provision: 1, start: 1, workerStart: 1, strict: true });
});

afterEach(() => emulator.reset());
afterAll(() => emulator.close());

function step(kind: string, inputs: object, more: Partial<PlannedStep> = {}): PlannedStep {
  const type = `podwright:index:${kind}`;
  return { op: "create", type, urn: `urn:pulumi:dev::app::${type}::one`, new: { inputs: { ...inputs } }, ...more };
}

const pod = (count: number) => step("Pod", { desiredStatus: "RUNNING", gpu: { id: "NVIDIA L4", count } });

async function cost(planned: PlannedStep, ...args: string[]) {
  const pulumi = new FakePulumi({ version: 3, deployment: null });
  pulumi.plan(planned);
  const env = { ...environmentOf(emulator), PATH: pulumi.path };
  const { out, err, exitCode } = await commandLine(["cost", "--output", "json", ...args], { env });
  expect(exitCode === 1 ? err : "").toBe("");
  return { report: costReport.parse(JSON.parse(out)), exitCode, calls: pulumi.calls() };
}

test.each([
  ["0.39", 1, 0.39, 0],
  ["0.38", 1, 0.39, 3],
  ["1.17", 3, 1.17, 0],
  ["1.16", 3, 1.17, 3],
  ["1", 3, 1.17, 3],
  // In binary fractions five times 0.39 is more than 1.95.
  ["1.95", 5, 1.95, 0],
])("a budget of %s is exact to the cent, and what costs exactly that passes", async (budget, count, most, exitCode) => {
  const ended = await cost(pod(count), "--budget", budget);

  expect(ended.report.perHour.atMost).toBe(most);
  expect(ended.report.stacks[0]?.resources[0]?.perHour).toEqual({ now: 0, atRest: most, atMost: most });
  expect(ended.exitCode).toBe(exitCode);
});

test("which preview it was is passed on and reported", async () => {
  const plain = await cost(pod(1));
  const refreshed = await cost(pod(1), "--refresh");

  expect([plain, refreshed].map(({ report }) => report.refreshed)).toEqual([false, true]);
  expect(plain.calls[0]).not.toContain("--refresh");
  expect(refreshed.calls[0]).toMatch(/^preview --refresh --event-log/);
});

describe("what is there now", () => {
  test("a volume that was grown outside is counted as it is, for it cannot shrink", async () => {
    const { id } = await send(emulator, "POST", "/v2/network-volumes", {
      name: "data",
      size: 200,
      dataCenter: "EU-RO-1",
    });
    const volume = (op: string, size: number) =>
      step("NetworkVolume", { size, dataCenter: "EU-RO-1" }, { op, old: { id } });
    const of = async (op: string, size: number) =>
      (await cost(volume(op, size), "--volume-price", "0.073")).report.perHour;

    expect(await of("same", 100)).toEqual({ now: 0.02, atRest: 0.02, atMost: 0.02 });
    expect(await of("update", 300)).toEqual({ now: 0.02, atRest: 0.03, atMost: 0.03 });
    expect(await of("replace", 100)).toEqual({ now: 0.02, atRest: 0.01, atMost: 0.01 });
  });

  test("an endpoint's workers cost what their own GPU does, not the dearest of the pool", async () => {
    const id = await newEndpoint(emulator, "jobs", { gpuIds: "AMPERE_24", workersMin: 2, workersMax: 2 });
    const endpoint = step(
      "ServerlessEndpoint",
      { gpuIds: "AMPERE_24", workersMin: 2, workersMax: 2 },
      { op: "same", old: { id } },
    );

    const { perHour } = (await cost(endpoint)).report;

    expect(perHour.now).toBeCloseTo(emulator.state().costPerHour, 6);
    expect({ dearest: perHour.atRest, own: perHour.now }).toEqual({ dearest: 1.48, own: 1.24 });
  });
});
