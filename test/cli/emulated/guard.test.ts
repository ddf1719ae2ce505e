import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { guardText } from "../../../cli/guard/render";
import { type GuardReport, guardReport } from "../../../cli/guard/report";
import { onTerminal } from "../../../cli/output/report";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint, newPod, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { VirtualClock } from "../../support/virtual-clock";
import { commandLine, type Ended, type World } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { project } from "../support/project";

const HOUR = 3_600_000;
const withVolume = { mounts: { persistent: { size: 20, path: "/workspace" } } };
/** Time moves only by `advance`, so that ages in the reports are exact. */
const options = { now: () => Date.UTC(2026, 5, 1, 12), provision: 0, start: 0, strict: true };
let emulator: Emulator;

beforeEach(async () => {
  emulator = await startEmulator({ ...options, workerStart: 0, jobDuration: 0 });
});
afterEach(() => emulator.close());

/** Without a folder, the command runs outside of a project, with a backend that has no stacks. */
async function guard(args: readonly string[], { env, ...world }: World = {}): Promise<Ended> {
  const { path } = new FakePulumi({});
  const folder = args.includes("--cwd") ? [] : ["--cwd", temporaryFolder("elsewhere")];
  return await commandLine(["guard", ...args, ...folder], {
    env: { ...environmentOf(emulator), PATH: path, ...env },
    clock: later(0),
    ...world,
  });
}

async function reported(args: readonly string[], world?: World): Promise<GuardReport & { readonly exitCode: number }> {
  const { exitCode, out, err } = await guard([...args, "--output", "json"], world);
  if (out === "") throw new Error(err);
  return { ...guardReport.parse(JSON.parse(out)), exitCode };
}

/** A clock at the emulator's time and some milliseconds later. */
function later(ms: number): VirtualClock {
  const clock = new VirtualClock();
  clock.advance(emulator.now() + ms - clock.now());
  return clock;
}
const outcomes = ({ findings }: GuardReport) => Object.fromEntries(findings.map((one) => [one.name, one.outcome]));
const statusOf = (id: string) => emulator.state().pods.find((pod) => pod.id === id)?.status;

function settings() {
  const { pods, endpoints } = emulator.state();
  return [pods.map(({ id, status }) => ({ id, status })), endpoints.map(({ id, workersMin }) => ({ id, workersMin }))];
}

async function idlePod(name: string, pod: object = withVolume): Promise<string> {
  const id = await newPod(emulator, { name, ...pod });
  emulator.changePod(id, { utilization: 0 });
  return id;
}

test("podwright guard without --stop lists the resources that break a rule but stops no resource", async () => {
  await idlePod("idle");
  await newPod(emulator, { name: "busy" });
  await newEndpoint(emulator, "quiet", { workersMin: 1 });
  await newEndpoint(emulator, "scaled-to-zero");
  emulator.advance(2 * HOUR);
  const before = settings();

  const report = await reported(["--idle", "1h"]);
  expect(outcomes(report)).toEqual({ idle: "found", quiet: "found" });
  expect(report).toMatchObject({ exitCode: 9, result: "found", checked: 3 });
  expect(report.findings.find(({ name }) => name === "idle")?.broken).toEqual([
    { rule: "--idle", reason: "It does no work now and has run for 2h." },
  ]);
  expect(Object.keys(outcomes(await reported(["--older-than", "1h"]))).toSorted()).toEqual(["busy", "idle"]);
  expect(await reported(["--older-than", "3h", "--dearer-than", "9"])).toMatchObject({ exitCode: 0, findings: [] });
  expect(settings()).toEqual(before);
});

test("the total of podwright guard says that a price is unknown", async () => {
  await idlePod("idle");
  emulator.advance(2 * HOUR);
  const report = await reported(["--idle", "1h"]);
  expect(onTerminal(guardText(report), {})).not.toContain("?");
  const unpriced = report.findings.map((one) => ({ ...one, kind: "ServerlessEndpoint" as const, costPerHour: null }));
  const text = onTerminal(guardText({ ...report, findings: [...report.findings, ...unpriced] }), {});
  expect(text).toMatch(/They cost \$\d\S* \+ \? an hour, \$\d\S* \+ \? a month of 730 hours\.$/m);
});

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

test("podwright guard --dearer-than finds a resource only above the limit", async () => {
  await newPod(emulator, { name: "web", gpu: { id: "NVIDIA L4", count: 1 } });
  expect(outcomes(await reported(["--dearer-than", "0.38"]))).toEqual({ web: "found" });
  expect(outcomes(await reported(["--dearer-than", "0.39"]))).toEqual({});
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

test("podwright guard --history counts a resource as idle if three runs see no job and no restart", async () => {
  const history = join(temporaryFolder("history"), "guard.json");
  const steady = await idlePod("steady");
  const restarted = await idlePod("restarted");
  await newEndpoint(emulator, "quiet", { workersMin: 1 });
  const worked = await newEndpoint(emulator, "worked", { workersMin: 1 });
  emulator.advance(5 * HOUR);
  const run = async (minutes: number) => {
    emulator.advance(minutes * 60_000);
    return Object.keys(outcomes(await reported(["--idle", "1h", "--history", history]))).toSorted();
  };
  expect(await run(0)).toEqual([]);
  await send(emulator, "POST", `/v2/${worked}/run`, { input: { n: 1 } });
  await send(emulator, "POST", `/v2/pods/${restarted}/action`, { action: "restart" });
  expect(await run(40)).toEqual([]);
  expect(await run(30)).toEqual(["quiet", "steady"]);
  emulator.changePod(steady, { utilization: 50 });
  expect(await run(40)).toEqual(["quiet", "restarted", "worked"]);

  writeFileSync(history, '{"version": 2}');
  const { exitCode, err } = await guard(["--idle", "1h", "--history", history]);
  expect(exitCode).toBe(1);
  expect(err).toContain(
    `cannot use ${history} as the history: \`podwright guard\` did not write this file. Name another file`,
  );
  expect(readFileSync(history, "utf8")).toBe('{"version": 2}');
});

test("a rule of podwright guard can combine several limits", async () => {
  const file = join(temporaryFolder("rules"), "guard.yaml");
  writeFileSync(
    file,
    `rules:
  - { name: forgotten, idle: 1h, dearerThan: 0.5, kinds: [pod], names: ["dev-*"] }
allow: [dev-mine, lab/old, dev-nobody]
`,
  );
  const dear = { ...withVolume, gpu: { id: "NVIDIA A40", count: 4 } };
  await idlePod("dev-found", dear);
  await idlePod("dev-cheap");
  await idlePod("dev-mine", dear);
  await idlePod("prod-1", dear);
  await idlePod("dev-marked", { ...dear, env: { PODWRIGHT_CREATED_BY: "acme/lab/old/x/x-1" } });
  const report = await reported(["--rules", file], { clock: later(2 * HOUR) });
  expect(report).toMatchObject({ checked: 5, allowed: 2 });
  expect(report.findings).toMatchObject([{ name: "dev-found", broken: [{ rule: "forgotten" }] }]);
  expect(report.notes).toEqual([
    expect.stringMatching(/^The allow-list has "dev-nobody", and no resource has that name or id/),
  ]);

  writeFileSync(file, "rules:\n  - { name: x, idel: 1h, kinds: [pods] }\n  - { name: y }\nalow: []\n");
  const { exitCode, err } = await guard(["--rules", file]);
  expect(exitCode).toBe(1);
  expect(err.split("\n").slice(0, 6)).toEqual([
    `error: ${file} is not valid. Correct these places:`,
    "  rules[0].kinds[0] must be one of pod, endpoint, cluster; did you mean pod?",
    '  rules[0] has no field "idel"; did you mean idle?',
    "  rules[1]: needs at least one limit: idle, olderThan, dearerThan",
    '  the file has no field "alow"; did you mean allow?',
    "",
  ]);
});

test("the example cron job of Kubernetes with podwright guard stops an idle pod after two hours", async () => {
  const example = (file: string) => readFileSync(join(__dirname, "../../../examples/pipelines/guard", file), "utf8");
  const [claim, job] = parseAllDocuments(example("cronjob.yaml")).map((one) => one.toJS());
  const { containers, volumes } = job.spec.jobTemplate.spec.template.spec;
  const [{ command, env, volumeMounts }] = containers;
  expect(volumes[1].persistentVolumeClaim.claimName).toBe(claim.metadata.name);
  expect(env.map(({ name }: { name: string }) => name)).toContain("PODWRIGHT_API_KEY");
  const folder = temporaryFolder("cron");
  writeFileSync(join(folder, "guard.yaml"), example("guard.yaml"));
  const [npx, podwright, , ...args] = command;
  expect([npx, podwright]).toEqual(["npx", "podwright"]);
  const placed = args.map((word: string) =>
    word === "guard.yaml" ? join(folder, word) : word.replace(volumeMounts[1].mountPath, folder),
  );
  const id = await idlePod("forgotten");
  for (let run = 1; run <= 6; run++) {
    expect(await guard(placed)).toMatchObject({ exitCode: 0, err: "" });
    emulator.advance(20 * 60_000);
  }
  expect(statusOf(id)).toBe("RUNNING");
  expect((await guard(placed)).out).toContain("It did no work in 7 observations over 2h.");
  expect(statusOf(id)).toBe("EXITED");
});

test("podwright guard fails if the command line contains no rule", async () => {
  const { exitCode, err } = await guard(["--stop", "dev"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("a rule is missing: give --idle, --older-than, --dearer-than or --rules");
  expect(err).toContain('--stop must be "unowned" or a stack with its project, such as shop/dev, not "dev"');
  expect(emulator.requests()).toEqual([]);
});

test("podwright guard says that the account has no running resource", async () => {
  expect(await guard(["--idle", "1h"])).toMatchObject({
    exitCode: 0,
    out: "The account of the environment has no running pod, endpoint or cluster.\n",
  });
});

test("podwright guard does not stop a resource of another account that has the same id", async () => {
  const other = await startEmulator(options);
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

test("podwright guard prints a hostile name as plain text", async () => {
  const name = "=cmd|'/c calc'!A1, \"x\"\n\u001b[31mred\u202e::error::|`@security";
  await idlePod(name);
  const world = { clock: later(2 * HOUR) };
  const [table, csv, markdown, json] = await Promise.all(
    ["table", "csv", "markdown", "json"].map(
      async (format) => (await guard(["--idle", "1h", "-o", format], world)).out,
    ),
  );
  expect(guardReport.parse(JSON.parse(json ?? "")).findings[0]?.name).toBe(name);
  expect(csv).toMatch(/\r\nPod,\w+,"'=cmd/);
  expect(markdown).not.toMatch(/[^`]@security/);
  for (const text of [table, csv, markdown, json])
    for (const control of ["\u001b", "\u202e", "\n::error"]) expect(text).not.toContain(control);
});
