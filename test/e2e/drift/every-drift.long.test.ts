import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DriftReport, driftReport } from "../../../cli/drift/report";
import type { Emulator } from "../../../emulator";
import { parsePath } from "../../../kernel/values";
import { type Case, kinds, preparedCases } from "../harness/cases/cases";
import { changeBack, isDrift, nameOf, untouchedOnes } from "../harness/cases/drifting";
import { liveValue, namedIn, recordOf } from "../harness/cases/live";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import { type Ended, runPodwright } from "../harness/stack/podwright";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, diffs, mustChangeNothing, steps } from "../harness/stack/steps";

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

test("podwright drift reports every change outside Pulumi in each output format", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const cases = (await Promise.all(kinds.map((kind) => preparedCases(kind, standIns)))).flat().filter(isDrift);
  const endpoint = standIns.resolve(
    { gpuIds: "AMPERE_16", templateId: "template-a" },
    await standIns.pairOfTemplates("gone-endpoint"),
  );
  await deploy(stack, [
    ...(await untouchedOnes(standIns)),
    ...lost,
    { kind: "ServerlessEndpoint", name: "gone-endpoint", args: endpoint },
    ...cases.map((one): Declared => ({ kind: one.kind, name: nameOf(one), args: one.after })),
  ]);
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
  // Drift does not need the program.
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
  // Tables begin with the most urgent resource. Another test checks their order.
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  expect(sorted(rowsOfTable(found.table.out))).toEqual(sorted(told));
  expect(sorted(rowsOfMarkdown(found.markdown.out))).toEqual(sorted(told));
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
  await mustChangeNothing(stack.preview());
});

function fromCases<T>(cases: readonly Case[], of: (one: Case) => T): Record<string, T> {
  return Object.fromEntries(cases.map((one) => [nameOf(one), of(one)]));
}

type Row = readonly (string | undefined)[];

/** Name, drift and path of each row in table order. */
function rowsOfTable(text: string): Row[] {
  const lines = text.split("\n");
  const from = lines.findIndex((line) => line.startsWith("NAME ")) + 1;
  // A note after the table says that a changed environment lacks Podwright's mark.
  const rows = lines.slice(from).filter((line) => line !== "" && !line.startsWith("note: "));
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

/** Only the first row of a resource contains its name. */
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

/** The work changes neither a file of the backend nor a resource on the emulator. */
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

/** The emulator's resources without values that change by themselves: time, utilisation, idle workers and their cost. */
function still(emulator: Emulator): unknown {
  const { now: _now, costPerHour: _cost, pods, endpoints, ...rest } = emulator.state();
  const held = {
    ...rest,
    pods: pods.map(({ runtime: _runtime, ...pod }) => pod),
    endpoints: endpoints.map(({ pods: _pods, workers: _workers, ...endpoint }) => endpoint),
  };
  return JSON.parse(JSON.stringify(held));
}

/** Returns a function that restores the program. */
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
