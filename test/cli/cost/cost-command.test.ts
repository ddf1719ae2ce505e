import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { costReport } from "../../../cli/cost/report";
import type { PlannedStep } from "../../../cli/stack/stack";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const emulator = useAccount({ workerStart: 1 });

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
  // 5 × 0.39 is more than 1.95 in binary fractions.
  ["1.95", 5, 1.95, 0],
])(
  "podwright cost compares a budget of %s dollars with %i times 0.39 dollars without a rounding error",
  async (budget, count, most, exitCode) => {
    const ended = await cost(pod(count), "--budget", budget);

    expect(ended.report.perHour.atMost).toBe(most);
    expect(ended.report.stacks[0]?.resources[0]?.perHour).toEqual({ now: 0, atRest: most, atMost: most });
    expect(ended.exitCode).toBe(exitCode);
  },
);

test.each([
  ["0.39", 0],
  ["0.38", 3],
  ["2.34/month", 0],
  ["2.33/month", 3],
])("podwright cost counts a task in a budget of %s dollars by its highest cost", async (budget, exitCode) => {
  const ended = await cost(step("Task", { gpu: { id: "NVIDIA L4" }, timeout: "2h" }), "--budget", budget);

  expect(ended.report.once).toEqual({ atMost: 2.34, inAnHour: 0.39 });
  expect(ended.report.perHour).toEqual({ now: 0, atRest: 0, atMost: 0 });
  expect(ended.exitCode).toBe(exitCode);
});

test("podwright cost counts a volume without a price as over the budget, unless the user allows unknown prices", async () => {
  const volume = step("NetworkVolume", { size: 4000, dataCenter: "EU-RO-1", type: "HIGH_PERFORMANCE" });
  const { exitCode, report } = await cost(volume, "--budget", "1");
  expect({ exitCode, budget: report.budget }).toEqual({
    exitCode: 3,
    budget: { perHour: 1, over: true, certain: false },
  });
  const allowed = await cost(volume, "--budget", "1", "--allow-unknown-prices");
  expect([allowed.exitCode, allowed.report.budget?.over]).toEqual([0, false]);
  const priced = await cost(volume, "--budget", "1", "--volume-price", "HIGH_PERFORMANCE=0.1");
  expect([priced.exitCode, priced.report.budget?.over]).toEqual([0, false]);
});

test("podwright cost --all shows the live cost of a stack whose project folder is gone, and counts it", async () => {
  const id = await newPod(emulator, { name: "web", gpu: { id: "NVIDIA L4", count: 1 } });
  const root = temporaryFolder("root");
  const git = (...args: string[]) => execFileSync("git", args, { cwd: root, stdio: "pipe" });
  mkdirSync(join(root, "kept"));
  writeFileSync(join(root, "kept/Pulumi.yaml"), "name: kept\nruntime: yaml\n");
  git("init", "--quiet");
  git("add", "--all");
  const held = (name: string, pod: string) => {
    const type = "podwright:index:Pod";
    return { urn: `urn:pulumi:prod::gone::${type}::${name}`, type, id: pod, custom: true };
  };
  const pulumi = new FakePulumi({ version: 3, deployment: null });
  pulumi.stacks("dev");
  pulumi.allStacks("organization/kept/dev", "organization/gone/prod");
  pulumi.another("prod", { deployment: { resources: [held("web", id), held("lost", "elsewhere")] } });
  const env = { ...environmentOf(emulator), PATH: pulumi.path };
  const run = async (output: string) =>
    await commandLine(["cost", "--all", "--cwd", root, "--output", output], { env });

  const { stacks, perHour, unknown } = costReport.parse(JSON.parse((await run("json")).out));
  expect(stacks.map(({ stack, withoutProgram, error }) => [stack, withoutProgram, error])).toEqual([
    ["dev", undefined, undefined],
    ["organization/gone/prod", true, undefined],
  ]);
  expect(perHour).toEqual({ now: 0.39, atRest: 0.39, atMost: 0.39 });
  expect(unknown).toEqual(["urn:pulumi:prod::gone::podwright:index:Pod::lost"]);
  expect((await run("table")).out).toMatch(
    /No folder here has the project of organization\/gone\/prod, so its cost stays\./,
  );
  expect(pulumi.calls().filter((call) => call.startsWith("preview"))).toHaveLength(2);
});

test("podwright cost --refresh runs the preview with --refresh", async () => {
  const plain = await cost(pod(1));
  const refreshed = await cost(pod(1), "--refresh");

  expect([plain, refreshed].map(({ report }) => report.refreshed)).toEqual([false, true]);
  expect(plain.calls[0]).not.toContain("--refresh");
  expect(refreshed.calls[0]).toMatch(/^preview --refresh --event-log/);
});

describe("RunPod's discount on serverless", () => {
  const endpoint = step("ServerlessEndpoint", { gpuIds: "AMPERE_24", workersMin: 1, workersMax: 2 });
  const discount = { discountFactor: 0.1, type: "COMMITMENT", expirationDate: "2999-01-01T00:00:00Z" };
  const given = (serverlessDiscount: object) => send(emulator, "POST", "/_emulator/account", { serverlessDiscount });

  test("is mentioned in the cost report but changes no amount", async () => {
    const before = (await cost(endpoint)).report;
    await given(discount);
    const after = (await cost(endpoint)).report;

    expect(before.stacks[0]?.serverlessDiscount).toBeUndefined();
    expect(after.stacks[0]?.serverlessDiscount).toEqual(discount);
    expect(after.perHour).toEqual(before.perHour);
    expect((await cost(pod(1))).report.stacks[0]?.serverlessDiscount).toBeUndefined();
  });

  test("is not mentioned in the cost report after the discount has expired", async () => {
    await given({ ...discount, expirationDate: "2020-01-01T00:00:00Z" });
    expect((await cost(endpoint)).report.stacks[0]?.serverlessDiscount).toBeUndefined();
    await given(discount);
    emulator.addFault({ operation: "myself", effect: { status: 403 } });
    expect((await cost(endpoint)).report.stacks[0]).not.toHaveProperty("error");
  });
});

describe("the cost report of an endpoint", () => {
  const outcome = async (drain: object | undefined, more: Partial<PlannedStep> = {}, old: object = {}) => {
    const id = await newEndpoint(emulator, "jobs");
    emulator.handle("*", () => ({ durationMs: 600_000 }));
    for (let job = 0; job < 3; job += 1) await send(emulator, "POST", `/v2/${id}/run`, { input: { job } });
    const progress = () => emulator.state().endpoints.find((one) => one.id === id)?.jobs.inProgress;
    await expect.poll(progress).toBe(1);
    const state = { id, inputs: { gpuIds: "AMPERE_16", ...(drain && { drain }) }, ...old };
    const deleted = step("ServerlessEndpoint", {}, { op: "delete", old: state, new: null, ...more });
    const { report } = await cost(deleted);
    return report.stacks[0]?.resources[0]?.jobs?.replaceAll(id, "ID");
  };

  test.each(["delete", "replace"])("shows how many queued jobs a planned %s loses", async (op) => {
    expect(await outcome({ queued: "purge" }, { op })).toMatch(
      /^the delete of endpoint ID purges 2 jobs in its queue\. To keep queued jobs, set drain\.queued to "process"/,
    );
  });

  test("warns that a delete loses queued jobs even if RunPod does not show the number of jobs", async () => {
    emulator.addFault({ operation: "health", times: 100, effect: { status: 403, body: {} } });
    expect(await outcome({ queued: "purge" })).toContain("purges its queue. Podwright could not count the jobs in it.");
  });

  test("says that a delete waits for the queued jobs by default", async () => {
    expect(await outcome(undefined)).toMatch(/waits until its workers have finished 2 jobs in its queue/);
  });

  test.each<[string, object | undefined, Partial<PlannedStep>, object]>([
    ["Pulumi removes the endpoint only from the state", undefined, {}, { retainOnDelete: true }],
    ["the update keeps the endpoint", undefined, { op: "same" }, {}],
  ])("shows no lost jobs if %s", async (_, drain, more, old) => {
    expect(await outcome(drain, more, old)).toBeUndefined();
  });
});

describe("the cost of existing resources", () => {
  test("is based on the real size of a volume that a user enlarged outside Pulumi", async () => {
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

  test("ends for a pod that still runs, if the update stops it", async () => {
    const id = await newPod(emulator, { name: "web", gpu: { id: "NVIDIA L4", count: 1 } });
    const pod = (desiredStatus: string) =>
      step("Pod", { desiredStatus, gpu: { id: "NVIDIA L4", count: 1 } }, { op: "update", old: { id } });
    const of = async (desiredStatus: string) => (await cost(pod(desiredStatus))).report.perHour;

    expect(await of("RUNNING")).toEqual({ now: 0.39, atRest: 0.39, atMost: 0.39 });
    expect(await of("EXITED")).toEqual({ now: 0.39, atRest: 0, atMost: 0 });
  });

  test("is based on the price of the GPU on which a worker runs", async () => {
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
