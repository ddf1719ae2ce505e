import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DriftReport, driftReport } from "../../../cli/drift/report";
import type { Emulator } from "../../../emulator";
import { parsePath } from "../../../provider/planning/values";
import { type Case, kinds, preparedCases } from "../harness/cases/cases";
import { changeBack, isDrift, nameOf, untouchedOnes } from "../harness/cases/drifting";
import { liveValue, namedIn, recordOf } from "../harness/cases/live";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { send } from "../harness/platform/send";
import { StandIns } from "../harness/platform/stand-ins";
import { type Ended, runPodwright } from "../harness/podwright";
import type { Declared, TestStack } from "../harness/stack";
import { diffs, steps } from "../harness/steps";

const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
const lost: readonly Declared[] = [
  { kind: "Pod", name: "stopped", args: pod },
  { kind: "Pod", name: "failed", args: pod },
  { kind: "Pod", name: "terminated", args: pod },
  { kind: "Pod", name: "gone-pod", args: pod },
  { kind: "Template", name: "gone-template", args: { image: "nginx" } },
  { kind: "RegistryCredential", name: "gone-credential", args: { username: "user", password: "word" } },
  { kind: "NetworkVolume", name: "gone-volume", args: { size: 10, dataCenter: "EU-RO-1" } },
];

test("drift names every change made outside, by property and in each format, and changes nothing; a refresh finds exactly these, and up reverts them", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const cases = (await Promise.all(kinds.map((kind) => preparedCases(kind, standIns)))).flat().filter(isDrift);
  const endpoint = standIns.resolve(
    { gpuIds: "AMPERE_16", templateId: "template-a" },
    await standIns.pairOfTemplates("gone-endpoint"),
  );
  stack.declare([
    ...(await untouchedOnes(standIns)),
    ...lost,
    { kind: "ServerlessEndpoint", name: "gone-endpoint", args: endpoint },
    ...cases.map((one): Declared => ({ kind: one.kind, name: nameOf(one), args: one.after })),
  ]);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  const held = stack.resources().length;

  const quiet = await untouched(emulator, stack, () => driftIn(stack, "json"));

  expect(reportOf(quiet)).toMatchObject({
    result: "in-sync",
    stacks: [{ stack: "test", checked: held, resources: [] }],
  });
  expect(quiet.exitCode).toBe(0);

  const id = (name: string) => stack.resource(name).id ?? "";
  for (const one of cases) await changeBack(emulator, one, id(nameOf(one)));
  await changeOutside(emulator, "Pod", id("stopped"), { status: "EXITED" });
  await changeOutside(emulator, "Pod", id("failed"), { status: "ERROR" });
  await changeOutside(emulator, "Pod", id("terminated"), { status: "TERMINATED" });
  for (const { kind, name } of lost.slice(3)) await changeOutside(emulator, kind, id(name), { deleted: true });
  await changeOutside(emulator, "ServerlessEndpoint", id("gone-endpoint"), { deleted: true });
  // The program is not needed.
  const restoreProgram = breakProgram(stack);

  const found = await untouched(emulator, stack, async () => ({
    table: await driftIn(stack, "table"),
    json: await driftIn(stack, "json"),
    markdown: await driftIn(stack, "markdown"),
  }));

  const resources = reportOf(found.json).stacks[0]?.resources ?? [];
  const expected = cases.map((one) => {
    const ends = one.path === "desiredStatus" && one.after.desiredStatus === "RUNNING";
    return [nameOf(one), ends ? "stopped" : "changed"];
  });
  expect(Object.fromEntries(resources.map(({ name, drift }) => [name, drift]))).toEqual({
    ...Object.fromEntries(expected),
    stopped: "stopped",
    failed: "stopped",
    terminated: "gone",
    "gone-pod": "gone",
    "gone-template": "gone",
    "gone-volume": "gone",
    "gone-credential": "gone",
    "gone-endpoint": "gone",
  });
  for (const one of cases) {
    const { properties = [] } = resources.find(({ name }) => name === nameOf(one)) ?? {};
    expect([...new Set(properties.map(({ path }) => parsePath(path)[0]))], nameOf(one)).toEqual([
      parsePath(one.path)[0],
    ]);
    expect(
      properties.every(({ secret }) => secret === one.path.startsWith("env")),
      nameOf(one),
    ).toBe(true);
  }
  const stopped = resources.find(({ name }) => name === "stopped")?.properties;
  expect(stopped).toEqual([
    { path: "desiredStatus", secret: false, declared: "RUNNING", state: "RUNNING", platform: "EXITED" },
  ]);
  const told = resources.flatMap(({ name, drift, properties }) =>
    properties.length === 0 ? [[name, drift, ""]] : properties.map(({ path }) => [name, drift, path]),
  );
  expect(rowsOfTable(found.table.out)).toEqual(told);
  expect(rowsOfMarkdown(found.markdown.out)).toEqual(told);
  expect(Object.values(found).map(({ exitCode }) => exitCode)).toEqual([2, 2, 2]);

  const refused = await untouched(emulator, stack, () => driftIn(stack, "table", { PODWRIGHT_API_KEY: "revoked" }));

  expect(refused.out).toMatch(/^Stack test: not compared: .*key/);
  expect(refused.err).toMatch(/^error: test: .*key/);
  expect(refused.exitCode).toBe(1);

  const refresh = await stack.refresh();

  const gone = ["terminated", "gone-pod", "gone-template", "gone-volume", "gone-credential", "gone-endpoint"];
  const others = (stopped: string, missing: string) => ({
    ...{ stopped, failed: stopped },
    ...Object.fromEntries(gone.map((name) => [name, missing])),
  });
  expect(steps(refresh), refresh.text).toEqual({
    ...fromCases(cases, () => "update"),
    ...others("update", "delete"),
  });
  expect(diffs(refresh)).toMatchObject(fromCases(cases, ({ path }) => [parsePath(path)[0]]));

  restoreProgram();
  const repair = await stack.up();
  expect(steps(repair), repair.text).toEqual({
    ...fromCases(cases, ({ effect }) => effect.kind),
    ...others("update", "create"),
  });
  const live = fromCases(cases, (one) => {
    const record = recordOf(emulator, one.kind, id(nameOf(one)));
    return namedIn(one.sample.values, liveValue(one.kind, record, one.path));
  });
  expect(live).toEqual(fromCases(cases, ({ wanted }) => wanted));
  const settled = await stack.preview();
  expect(steps(settled), settled.text).toEqual({});
});

function fromCases<T>(cases: readonly Case[], of: (one: Case) => T): Record<string, T> {
  return Object.fromEntries(cases.map((one) => [nameOf(one), of(one)]));
}

test("several stacks in one call; what none of them holds is listed with its cost and how to bring it in", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const other = await stack.pulumi("stack", "init", "other");
  expect(other.ok, other.text).toBe(true);
  stack.declare([{ kind: "Pod", name: "web", args: pod }]);
  expect((await stack.up()).ok).toBe(true);
  expect((await stack.pulumi("up", "--yes", "--skip-preview", "--stack", "other")).ok).toBe(true);
  const { id } = await send(emulator, "POST", "/v2/pods", { ...pod, name: "forgotten" });
  const both = ["drift", "--stack", "test", "--stack", "other", "--unmanaged"];

  const all = await runPodwright(stack, [...both, "--output", "json"]);
  const text = await runPodwright(stack, both);
  const one = await runPodwright(stack, ["drift", "--stack", "test", "--unmanaged", "--output", "json"]);
  const none = await runPodwright(stack, [
    "drift",
    "--stack",
    "test",
    "--stack",
    "nobody",
    "--unmanaged",
    "--output",
    "json",
  ]);

  const { stacks, unmanaged, result } = driftReport.parse(JSON.parse(all.out));
  expect({ result, code: all.exitCode }).toEqual({ result: "drift", code: 2 });
  expect(stacks.map(({ stack: name, checked }) => [name, checked])).toEqual([
    ["test", 1],
    ["other", 1],
  ]);
  const cost = emulator.state().pods.find((one) => one.id === id)?.cost;
  expect(unmanaged).toEqual([
    expect.objectContaining({ id, costPerHour: cost, import: `pulumi import podwright:index:Pod forgotten ${id}` }),
  ]);
  expect(text.out).toMatch(new RegExp(`^forgotten +Pod +${id} +RUNNING +\\d+[mhd] +\\$${cost}`, "m"));
  const { unmanaged: alone = [] } = reportOf(one);
  expect(alone.map((stray) => stray.import)).toContainEqual(
    `pulumi import podwright:index:Pod forgotten ${id} --stack test`,
  );
  expect(alone).toHaveLength(2);
  // What a stack that could not be read holds would look like nobody's.
  const partly = driftReport.parse(JSON.parse(none.out));
  expect(partly).not.toHaveProperty("unmanaged");
  expect(partly.unmanagedError).toBe("what no stack holds could not be listed: what nobody holds is not known");
  expect(partly.stacks[0]).toMatchObject({ stack: "test", checked: 1 });
  expect(none.err).toMatch(/^error: nobody: .*\nerror: what no stack holds/);
  expect(none.exitCode).toBe(1);

  const keyless = await runPodwright(stack, ["drift", "--stack", "test", "--unmanaged"], {
    PODWRIGHT_API_KEY: undefined,
    RUNPOD_API_KEY: undefined,
  });
  expect(keyless.out).toContain("incomplete: what no stack holds could not be listed: ");
});

test("other providers' resources are neither read nor told, and pipelines may confirm everything beforehand", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  stack.declare([{ kind: "Pod", name: "web", args: pod }]);
  expect((await stack.up()).ok).toBe(true);
  await addForeignResource(stack);
  emulator.clearRequests();

  const ended = await runPodwright(stack, ["drift", "--stack", "test"], {
    PULUMI_SKIP_CONFIRMATIONS: "true",
    PULUMI_OPTION_YES: "true",
  });

  expect(ended).toEqual({ exitCode: 0, out: "Stack test: in sync, 1 resource compared\n", err: "" });
});

test("a stack of 500 pods is compared with at most five requests", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([{ kind: "Pod", name: "web", args: pod }]);
  expect((await stack.up()).ok).toBe(true);
  await multiply(stack, emulator, 500);
  await changeOutside(emulator, "Pod", stack.resource("web-250").id ?? "", { status: "EXITED" });
  emulator.clearRequests();

  const ended = await runPodwright(stack, ["drift", "--stack", "test"], { PODWRIGHT_TIME_SCALE: "1" });

  expect(ended.out).toMatch(/^Stack test: drift in 1 of 500 resources\n\n.*\nweb-250 +Pod +stopped +desiredStatus/);
  expect(emulator.requests().length, JSON.stringify(emulator.counts())).toBeLessThanOrEqual(5);
});

/** As if the program had declared its one pod so many times: each has a record in the state and a pod of its own. */
async function multiply(stack: TestStack, emulator: Emulator, count: number): Promise<void> {
  await rewriteState(stack, async (resources) => {
    const [original] = stack.resources();
    if (original === undefined) throw new Error("there is nothing to multiply");
    for (let index = 1; index < count; index++) {
      const name = `web-${index}`;
      const { id } = await send(emulator, "POST", "/v2/pods", { ...pod, name });
      const named = { name, __autoname: name };
      resources.push({
        ...original,
        urn: original.urn.replace(/web$/, name),
        id,
        inputs: { ...original.inputs, ...named },
        outputs: { ...original.outputs, ...named },
      });
    }
  });
  emulator.advance(1_000);
}

test("a stack that is not what the program last declared drifts, also where the state and the platform agree", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  const declare = (...names: string[]) => stack.declare(names.map((name) => ({ kind: "Pod", name, args: pod })));
  const drift = async () => {
    const ended = await runPodwright(stack, ["drift", "--stack", "test", "--output", "json"]);
    const { stacks } = driftReport.parse(JSON.parse(ended.out));
    const { resources = [], unfinished = [], lastUpdate } = stacks[0] ?? {};
    const found = resources.map(({ name, drift: what }) => `${name} ${what}`);
    return { code: ended.exitCode, found, unfinished, last: lastUpdate && `${lastUpdate.kind} ${lastUpdate.result}` };
  };
  const asDeclared = { code: 0, found: [], unfinished: [], last: "update succeeded" };
  const delist = (name: string) => changeOutside(emulator, "Pod", stack.resource(name).id ?? "", { deleted: true });
  declare("a", "b", "c");
  expect((await stack.up()).ok).toBe(true);
  expect(await drift()).toEqual(asDeclared);

  await delist("a");
  await delist("b");
  expect((await stack.refresh()).ok).toBe(true);
  const lost = { ...asDeclared, code: 2, found: ["a lost", "b lost"] };
  expect(await drift()).toEqual(lost);
  const partial = await stack.up({ target: ["urn:pulumi:test::e2e::podwright:index:Pod::a"] });
  expect(partial.ok, partial.text).toBe(true);
  expect(await drift()).toEqual({ ...lost, found: ["b lost"] });

  // What the program itself has removed is missed by nobody.
  declare("a", "c");
  expect((await stack.up()).ok).toBe(true);
  expect(await drift()).toEqual(asDeclared);

  emulator.addFault({ operation: "createPod", effect: { status: 400 } });
  declare("a", "c", "d");
  expect((await stack.up()).ok).toBe(false);
  const failed = { ...asDeclared, code: 2, last: "update failed" };
  const sentence = /^The last update, which began at 2\d{3}-\S+Z, failed: `pulumi up --stack test` finishes it\.$/;
  expect(await drift()).toEqual({ ...failed, unfinished: [expect.stringMatching(sentence)] });
  expect((await stack.refresh()).ok).toBe(true);
  expect(await drift()).toEqual({ ...failed, unfinished: [expect.stringMatching(sentence)] });
});

type Row = readonly (string | undefined)[];

/** Name, drift and path of each row, in the order of the table. */
function rowsOfTable(text: string): Row[] {
  const lines = text.split("\n");
  const rows = lines.slice(lines.findIndex((line) => line.startsWith("NAME ")) + 1).filter((line) => line !== "");
  return filled(
    rows.map((line) => {
      const [first = "", ...cells] = line.trimEnd().split(/ {2,}/);
      return first === "" ? ["", "", cells[0]] : [first, cells[1], cells[2] ?? ""];
    }),
  );
}

function rowsOfMarkdown(text: string): Row[] {
  const rows = text.split("\n").filter((line) => line.startsWith("| ") && !/^\| (Resource|---) /.test(line));
  return filled(
    rows.map((line) => {
      const [what = "", drift = "", path = ""] = line.slice(2).split(" | ");
      return [what.replace(/^`(.*)` \w+$/, "$1"), drift.replaceAll("*", ""), path.replace(/^`(.*)`$/, "$1")];
    }),
  );
}

/** A resource is named in the first of its rows. */
function filled(rows: readonly Row[]): Row[] {
  let head: Row = [];
  return rows.map(([name, drift, path]) => {
    if (name !== "") head = [name, drift];
    return [...head, path];
  });
}

function driftIn(stack: TestStack, format: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  return runPodwright(stack, ["drift", "--stack", "test", "--output", format], env);
}

function reportOf({ out, err }: Ended): DriftReport {
  expect(err).toBe("");
  return driftReport.parse(JSON.parse(out));
}

/** Neither a file of the backend nor anything on the platform differs afterwards. */
async function untouched<T>(emulator: Emulator, stack: TestStack, work: () => Promise<T>): Promise<T> {
  const backend = join(stack.dir, "backend");
  const files = () =>
    Object.fromEntries(
      readdirSync(backend, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .map((path) => [path, readFileSync(path, "utf8")]),
    );
  const before = { files: files(), platform: still(emulator) };
  emulator.clearRequests();
  const result = await work();
  expect({ files: files(), platform: still(emulator) }).toEqual(before);
  const served = emulator.requests().filter(({ status }) => status < 400);
  expect(served.filter(({ method, operation }) => method !== "GET" && operation !== "myself")).toEqual([]);
  return result;
}

/** What the platform holds, without what changes by itself: the time, utilisation, workers that have been idle, their cost. */
function still(emulator: Emulator): unknown {
  const { now: _now, costPerHour: _cost, pods, endpoints, ...rest } = emulator.state();
  const held = {
    ...rest,
    pods: pods.map(({ runtime: _runtime, ...pod }) => pod),
    endpoints: endpoints.map(({ pods: _pods, workers: _workers, ...endpoint }) => endpoint),
  };
  return JSON.parse(JSON.stringify(held));
}

/** Answers what undoes it. */
function breakProgram(stack: TestStack): () => void {
  const file = join(stack.dir, stack.host === "dynamic" ? "index.js" : "Pulumi.yaml");
  const program = readFileSync(file);
  const broken =
    stack.host === "dynamic"
      ? "this is no program"
      : '{ "name": "e2e", "runtime": "yaml", "resources": { "web": "?" } }';
  writeFileSync(file, broken);
  return () => writeFileSync(file, program);
}

/** As if the program declared something whose provider is not installed here. */
async function addForeignResource(stack: TestStack): Promise<void> {
  const type = "random:index/randomPet:RandomPet";
  const provider = "urn:pulumi:test::e2e::pulumi:providers:random::default";
  const custom = { custom: true, inputs: {}, outputs: {} };
  await rewriteState(stack, async (resources) => {
    resources.push({ ...custom, urn: provider, type: "pulumi:providers:random", id: "r1" });
    resources.push({
      ...custom,
      urn: `urn:pulumi:test::e2e::${type}::pet`,
      type,
      id: "cat",
      provider: `${provider}::r1`,
    });
  });
}

async function rewriteState(stack: TestStack, rewrite: (resources: object[]) => Promise<void>): Promise<void> {
  const file = join(stack.dir, "state.json");
  await stack.pulumi("stack", "export", "--stack", "test", "--file", file);
  const state = JSON.parse(readFileSync(file, "utf8")) as { deployment: { resources: object[] } };
  await rewrite(state.deployment.resources);
  writeFileSync(file, JSON.stringify(state));
  const imported = await stack.pulumi("stack", "import", "--stack", "test", "--file", file);
  if (!imported.ok) throw new Error(imported.text);
}
