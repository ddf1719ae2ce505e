import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CostReport, costReport } from "../../../cli/cost/report";
import { connect } from "../../../client";
import type { Emulator } from "../../../emulator";
import { emulated } from "../harness/emulated";
import { StandIns } from "../harness/platform/stand-ins";
import { type Ended, runPodwright } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";

const oneHour = 3_600_000;

test("podwright cost predicts the emulator's bill for an hour", async () => {
  // Exactly an hour passes between the two bills, without the seconds of the test itself.
  let now = Date.UTC(2026, 0, 5, 12);
  const { emulator, stack } = await emulated({ now: () => now, provision: 0, start: 0, workerStart: 0 });
  const standIns = await StandIns.on(emulator);
  const templates = await standIns.pairOfTemplates("jobs");
  const program = (count: number): Declared[] => [
    { kind: "Pod", name: "gpu", args: { image: "nginx", gpu: { id: "NVIDIA L4", count } } },
    { kind: "Pod", name: "cpu", args: { image: "nginx", cpu: { id: "cpu3c", vcpuCount: 4 } } },
    { kind: "Pod", name: "off", args: { image: "nginx", gpu: { id: "NVIDIA A40" }, desiredStatus: "EXITED" } },
    {
      kind: "ServerlessEndpoint",
      name: "jobs",
      args: standIns.resolve({ gpuIds: "ADA_24", workersMin: 2, templateId: "template-a" }, templates),
    },
    { kind: "NetworkVolume", name: "data", args: { size: 500, dataCenter: "EU-RO-1" } },
  ];
  const cost = (...args: string[]) =>
    runPodwright(stack, ["cost", "--stack", "test", "--volume-price", "0.07", ...args]);
  stack.declare([
    { kind: "Pod", name: "first", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } },
    {
      kind: "ServerlessEndpoint",
      name: "jobs",
      args: standIns.resolve({ gpuIds: "ADA_24", workersMax: outputOfFirst, templateId: "template-a" }, templates),
    },
    { kind: "NetworkVolume", name: "data", args: { size: outputOfFirst, dataCenter: "EU-RO-1" } },
  ]);

  const unsure = await cost("--output", "json", "--budget", "5", "--allow-unknown-prices");
  const strict = await cost("--output", "markdown", "--budget", "5");

  expect(unsure).toMatchObject({ exitCode: 0, err: "" });
  const unsureReport = reportOf(unsure);
  const sentences = unsureReport.stacks[0]?.resources.map(({ name, unknown: why }) => [name, why]);
  expect(Object.fromEntries(sentences ?? [])).toEqual({
    first: undefined,
    jobs: "workersMax is not known before the update",
    data: "size is not known before the update",
  });
  expect(unsureReport.budget).toEqual({ perHour: 5, over: false, certain: false });
  expect(unsureReport.perHour.atMost).toBeCloseTo(0.39, 2);
  expect(strict.exitCode).toBe(3);
  expect(strict.err).toMatch(/^error: at most \$0\.39 an hour\. .*may exceed it because prices are missing/);
  stack.declare(program(1));

  const foretold = await cost("--output", "json", "--budget", "100");

  expect(foretold).toMatchObject({ exitCode: 0, err: "" });
  const { perHour, stacks, unknown, budget } = reportOf(foretold);
  expect(stacks[0]?.resources.map(({ name, action }) => [name, action])).toEqual([
    ["data", "create"],
    ["cpu", "create"],
    ["gpu", "create"],
    ["off", "create"],
    ["jobs", "create"],
  ]);
  expect(assumedIn(reportOf(foretold))).toEqual(["assumes workersMax 3, which the program leaves to RunPod"]);
  expect({ now: perHour.now, unknown, budget }).toEqual({
    now: 0,
    unknown: [],
    budget: { perHour: 100, over: false, certain: true },
  });
  expect(emulator.state().pods).toEqual([]);

  await mustSucceed(stack.up());
  const before = await billed(emulator, now);
  now += oneHour;
  const spent = (await billed(emulator, now)) - before;
  expect(spent / perHour.atRest).toBeGreaterThan(0.99);
  expect(spent / perHour.atRest).toBeLessThan(1.01);

  stack.declare(program(4).slice(0, 4));
  const dearer = await cost("--budget", "3");

  const l4 = 0.39;
  expect(dearer.exitCode).toBe(3);
  expect(dearer.out).toMatch(/^gpu +Pod +replace +\$0\.39\d* +\$1\.56\d* +\$1\.56/m);
  expect(dearer.out).toMatch(/^data +NetworkVolume +delete +\$0\.05\d* +\$0\.00/m);
  expect(dearer.out).toContain("over the budget of $3.00 an hour");
  const later = reportOf(await cost("--output", "json"));
  expect(assumedIn(later)).toEqual([]);
  const then = later.perHour;
  expect(then.now).toBeCloseTo(perHour.atRest, 6);
  expect(then.atRest - then.now).toBeCloseTo(3 * l4 - (500 * 0.07) / 730, 6);
  expect(emulator.counts()).not.toHaveProperty("updatePod");
});

test("podwright cost --against shows a changed workersMin, although workersMax and the worst cost stay", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const templates = await standIns.pairOfTemplates("jobs");
  const declare = (workersMin: number) =>
    stack.declare([
      {
        kind: "ServerlessEndpoint",
        name: "jobs",
        args: standIns.resolve({ gpuIds: "ADA_24", workersMin, workersMax: 3, templateId: "template-a" }, templates),
      },
    ]);
  declare(0);
  await mustSucceed(stack.up());
  writeFileSync(join(stack.dir, "base.json"), (await runPodwright(stack, ["cost", "--output", "json"])).out);

  declare(2);
  const { out } = await runPodwright(stack, ["cost", "--against", "./base.json"]);

  const [, change = "", most] = /^jobs +ServerlessEndpoint +test +\$0\.00\S* +\$\S+ +(\S+) +(\S+)$/m.exec(out) ?? [];
  expect(change, out).toMatch(/^\+\$[1-9]/);
  expect(most, out).toMatch(/^[+-]?\$0\.0+$/);
});

/** A number that a preview does not know. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the harness's way to name another resource's output
const outputOfFirst = "${first.cost}";

/** The total of the account's bill in US dollars. */
async function billed({ url, apiKey }: Emulator, now: number): Promise<number> {
  const platform = connect({ apiKey, baseUrl: url, serverlessUrl: url });
  try {
    const since = new Date(now - 24 * oneHour).toISOString();
    const { totals } = await platform.billing.account({ startTime: since, endTime: new Date(now).toISOString() });
    return totals.totalAmount;
  } finally {
    await platform.close();
  }
}

function assumedIn({ stacks }: CostReport): string[] {
  return stacks.flatMap(({ resources }) => resources.flatMap(({ assumed }) => assumed ?? []));
}

function reportOf({ out }: Ended): CostReport {
  return costReport.parse(JSON.parse(out));
}
