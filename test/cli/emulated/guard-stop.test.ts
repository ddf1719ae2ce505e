import { PassThrough, Writable } from "node:stream";
import { expect, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { guardedAccount, outcomes, useGuard, withVolume } from "../support/guard";
import { project } from "../support/project";

const { emulator, guard, idlePod, later, reported, statusOf } = useGuard();
const HOUR = 3_600_000;

test("podwright guard --stop STACK stops only resources of the named stack", async () => {
  const ours = await idlePod("ours");
  const theirs = await idlePod("theirs");
  const marked = await idlePod("marked", { ...withVolume, env: { PODWRIGHT_CREATED_BY: "acme/lab/old/x/x-1" } });
  const stray = await idlePod("stray");
  const { cwd, pulumi } = project({
    dev: [{ kind: "Pod", name: "web", id: ours }],
    prod: [{ kind: "Pod", name: "web", id: theirs }],
  });
  const world = { env: { PATH: pulumi.path }, clock: later(2 * HOUR) };
  const args = ["--idle", "1h", "--cwd", cwd, "--yes"];

  const markOnly = /^No state proves whose it is: its mark says that the stack acme\/lab\/old created it as x, and /;
  const report = await reported([...args, "--stop", "shop/dev"], world);
  expect(outcomes(report)).toEqual({ ours: "stopped", theirs: "left", marked: "left", stray: "left" });
  expect(report).toMatchObject({ exitCode: 9, result: "found" });
  expect([ours, theirs, marked, stray].map(statusOf)).toEqual(["EXITED", "RUNNING", "RUNNING", "RUNNING"]);

  const mistyped = await reported([...args, "--stop", "shop/prd"], world);
  expect(mistyped.notes).toEqual(["No resource belongs to the stack shop/prd of --stop; did you mean shop/prod?"]);
  expect(
    await reported([...args, "--stop", "unowned", "--stop", "lab/old", "--stop", "shop/prod"], world),
  ).toMatchObject({
    exitCode: 9,
    findings: [{ name: "marked", outcome: "left", note: expect.stringMatching(markOnly) }, {}, {}],
  });
  expect([theirs, marked, stray].map(statusOf)).toEqual(["EXITED", "RUNNING", "EXITED"]);
});

test("podwright guard --stop unowned does not stop a resource that an unreadable stack may manage", async () => {
  const id = await idlePod("stray");
  const { cwd, pulumi } = project({ prod: [], broken: [] });
  pulumi.another("broken", "error: no access");
  const world = { env: { PATH: pulumi.path }, clock: later(2 * HOUR) };
  const report = await reported(["--idle", "1h", "--cwd", cwd, "--stop", "unowned", "--yes"], world);
  expect(report.findings).toMatchObject([
    {
      outcome: "left",
      note: expect.stringMatching(
        /^Podwright cannot tell whose it is, because it could not read broken in .*no access\.$/,
      ),
    },
  ]);
  expect(statusOf(id)).toBe("RUNNING");
});

test("podwright guard --stop unowned does not stop resources that a stack of another project or two stacks hold", async () => {
  const far = await idlePod("far");
  const both = await idlePod("both");
  const { cwd, pulumi } = project({
    prod: [{ kind: "Pod", name: "both", id: both }],
    dev: [{ kind: "Pod", name: "both", id: both }],
  });
  pulumi.stacks("prod", "dev", "organization/far/live");
  const type = "podwright:index:Pod";
  const urn = `urn:pulumi:live::far::${type}::web`;
  pulumi.another("live", { deployment: { resources: [{ urn, type, id: far, custom: true }] } });
  const world = { env: { PATH: pulumi.path }, clock: later(2 * HOUR) };
  const stops = ["--stop", "unowned", "--stop", "shop/prod", "--stop", "shop/dev"];
  const { findings } = await reported(["--idle", "1h", "--cwd", cwd, ...stops, "--yes"], world);
  expect(findings.map(({ name, stack, note }) => [name, stack, note])).toEqual([
    ["both", expect.stringMatching(/^shop/), "The states of several stacks contain the resource."],
    ["far", "far/live", "No --stop flag names the stack of this resource."],
  ]);
  expect([far, both].map(statusOf)).toEqual(["RUNNING", "RUNNING"]);
});

test("podwright guard --stop unowned stops nothing without Pulumi's states", async () => {
  const id = await idlePod("stray");
  const world = { env: { PATH: temporaryFolder("no-pulumi") }, clock: later(2 * HOUR) };
  const report = await reported(["--idle", "1h", "--stop", "unowned", "--yes"], world);
  expect(report.stacksNotRead).toEqual([expect.stringMatching(/^the stacks of the backend: /)]);
  expect(report.findings).toMatchObject([
    { outcome: "left", note: expect.stringMatching(/the stacks of the backend/) },
  ]);
  expect(statusOf(id)).toBe("RUNNING");
});

test("podwright guard --stop says what becomes of the run of a task, and does not advise to start its pod", async () => {
  const podId = await idlePod("train-1");
  const { cwd, pulumi } = project({
    dev: [{ kind: "Task", name: "train", id: "run-1", outputs: { hasPod: true, podId } }],
  });
  const world = { env: { PATH: pulumi.path }, clock: later(2 * HOUR) };
  const report = await reported(["--idle", "1h", "--cwd", cwd, "--yes", "--stop", "shop/dev"], world);
  const note =
    "The stop erased the pod's container disk. The run is LOST without the pod, and the next `pulumi up` starts another pod by `retries`.";
  expect(report.findings).toMatchObject([{ resource: "train", outcome: "stopped", note }]);
  expect(statusOf(podId)).toBe("EXITED");
});

test("podwright guard needs --discard-data to stop a pod that would lose files", async () => {
  const bare = await idlePod("bare", {});
  const locked = await idlePod("locked");
  await send(emulator, "PATCH", `/v2/pods/${locked}`, { locked: true });
  const args = ["--idle", "1h", "--stop", "unowned", "--yes"];
  const world = { clock: later(2 * HOUR) };
  const report = await reported(args, world);
  expect(report.findings.map(({ name, outcome, note }) => [name, outcome, note]).toSorted()).toEqual([
    [
      "bare",
      "left",
      "The pod has no volume, so a stop would erase all its files. With --discard-data, Podwright stops such a pod anyway.",
    ],
    ["locked", "left", "The pod is locked, and RunPod does not stop locked pods."],
  ]);
  expect(outcomes(await reported([...args, "--discard-data"], world))).toEqual({ bare: "stopped", locked: "left" });
  expect([bare, locked].map(statusOf)).toEqual(["EXITED", "RUNNING"]);
});

test("podwright guard sets the minimum number of workers of an idle endpoint to 0, and changes nothing else", async () => {
  emulator.handle("*", () => ({ durationMs: 3 * HOUR }));
  const settings = { workersMin: 2, workersMax: 6, idleTimeout: 7, scalerType: "REQUEST_COUNT", scalerValue: 9 };
  const id = await newEndpoint(emulator, "quiet", { ...settings, executionTimeoutMs: 60_000 });
  const busy = await newEndpoint(emulator, "busy", { workersMin: 1 });
  await send(emulator, "POST", `/v2/${busy}/run`, { input: { n: 1 } });
  const endpoint = (one: string) => {
    const { version, workers, workersStandby, updatedAt, ...lasting } = emulator
      .state()
      .endpoints.find((other) => other.id === one) as Record<string, unknown>;
    return lasting;
  };
  const before = [endpoint(id), endpoint(busy)];

  const report = await reported(["--idle", "1h", "--stop", "unowned", "--yes"], { clock: later(2 * HOUR) });

  expect(report.findings).toMatchObject([
    {
      ...{ name: "quiet", outcome: "stopped" },
      note: "The endpoint now has workersMin 0 instead of 2. The endpoint still accepts jobs.",
    },
  ]);
  expect([endpoint(id), endpoint(busy)]).toEqual([{ ...before[0], workersMin: 0 }, before[1]]);
});

test("podwright guard does not stop a pod that is busy again before the user confirms the stop", async () => {
  const woken = await idlePod("woken");
  const refused = await idlePod("refused");
  emulator.addFault({ operation: "podAction", times: 1, effect: { status: 409, body: { error: "no" } } });
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  let asked = "";
  const stream = new Writable({
    write: (text, _, done) => {
      asked += text;
      if (String(text).includes("[y/N]")) {
        emulator.changePod(woken, { utilization: 90 });
        stdin.end("y\n");
      }
      done();
    },
  }) as unknown as NodeJS.WriteStream;
  const ended = await guard(["--idle", "1h", "--stop", "unowned", "--output", "json"], {
    clock: later(2 * HOUR),
    stdin,
    watched: { stream, moves: false },
  });
  expect(asked).toContain(`Stop refused (${refused}), woken (${woken})? [y/N] `);
  expect(ended).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining(`refused (${refused}): RunPod did not stop the resource`),
  });
  expect(JSON.parse(ended.out).findings).toMatchObject([
    { name: "refused", outcome: "failed" },
    { name: "woken", outcome: "left", note: "The resource no longer breaks a rule." },
  ]);
  expect(statusOf(woken)).toBe("RUNNING");
});

test("podwright guard --stop needs --yes without a terminal", async () => {
  const id = await idlePod("idle");
  const { exitCode, err } = await guard(["--idle", "1h", "--stop", "unowned"], { clock: later(2 * HOUR) });
  expect({ exitCode, err }).toEqual({ exitCode: 64, err: expect.stringContaining("--yes is needed") });
  expect(statusOf(id)).toBe("RUNNING");
});

test("podwright guard does not stop a resource of another account that has the same id", async () => {
  const other = await startEmulator(guardedAccount);
  try {
    const [here, there] = [await newPod(emulator, withVolume), await newPod(other, { ...withVolume, name: "api" })];
    expect(here).toBe(there);
    // A stack that the command line does not name holds it.
    const kept = await newPod(other, { ...withVolume, name: "kept" });
    const { cwd, pulumi } = project({ prod: [], dev: [], lab: [{ kind: "Pod", name: "kept", id: kept }] });
    pulumi.configure("dev", { "podwright:apiKey": other.apiKey, "podwright:baseUrl": other.url });
    const rule = ["--older-than", "1h", "--allow", "web", "--stop", "unowned", "--yes"];
    const report = await reported([...rule, "--cwd", cwd, "--stack", "prod", "--stack", "dev"], {
      env: { PATH: pulumi.path },
      clock: later(2 * HOUR),
    });
    expect(report.findings).toMatchObject([
      { name: "api", account: expect.stringMatching(/^dev/), outcome: "stopped" },
      { name: "kept", stack: "shop/lab", outcome: "left" },
    ]);
    expect([statusOf(here), ...other.state().pods.map(({ status }) => status)]).toEqual([
      "RUNNING",
      "EXITED",
      "RUNNING",
    ]);
  } finally {
    await other.close();
  }
});
