import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import type { Impact } from "../../../provider/planning/rules";
import type { Transport } from "../../../provider/planning/transports";
import { formatPath, isRecord, type Path, parsePath, type Values, valueAt } from "../../../provider/values/values";
import { type Case, isKnownOver, kinds, preparedCases } from "../harness/cases/cases";
import { isShown, liveValue, namedIn, recordOf } from "../harness/cases/live";
import { emulated, newerStory } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import type { EngineRun } from "../harness/stack/engine";
import type { Declared, Kind, TestStack } from "../harness/stack/stack";
import { deploy, mustChangeNothing, mustSucceed, nameOf, stepMetadata, steps } from "../harness/stack/steps";

test.each(kinds)(
  "adding, changing and removing each input of a %s has the effect in the change table, and a refresh then finds no change",
  (kind) => tryEveryChange(kind),
);

test("a new logical name or time-out changes nothing on RunPod, and later messages and waits use it", async () => {
  const { emulator, stack } = await emulated();
  const args = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  const aliases = [{ name: "web" }];
  await deploy(stack, [{ kind: "Pod", name: "web", args }]);
  const { id } = stack.resource("web");

  stack.declare([{ kind: "Pod", name: "front", args, options: { aliases } }]);
  emulator.clearRequests();
  const renamed = await mustSucceed(stack.up());
  // The dynamic host knows only the state.
  expect(steps(renamed), renamed.text).toEqual(stack.host === "plugin" ? {} : { front: "update" });

  const retimed = await deploy(stack, [
    { kind: "Pod", name: "front", args, options: { aliases, customTimeouts: { delete: "20m" } } },
  ]);
  expect(stack.resource("front").id).toBe(id);
  if (stack.host === "plugin") {
    // Under the plugin, the engine keeps the time-outs beside the resource.
    expect(stack.resource("front")).toMatchObject({ customTimeouts: { delete: 1200 } });
  } else {
    expect(steps(retimed), retimed.text).toEqual({ front: "update" });
    expect(stack.resource("front").outputs.__timeouts).toEqual({ delete: "20m" });
  }
  expect(emulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
  emulator.changePod(id ?? "", { deleted: true });
  expect((await stack.destroy()).text).not.toContain("web: ");
});

newerStory("every change of a ServerlessEndpoint works if a save resets omitted fields", async () => {
  await tryEveryChange("ServerlessEndpoint", { saveEndpoint: "replace" });
});

test("every change of a ServerlessEndpoint works over REST, and GraphQL then shows no drift", async () => {
  await tryEveryChange("ServerlessEndpoint", {}, "rest");
});

/** Deploys the before side of every case, then the after side, and expects no change afterwards. */
async function tryEveryChange(
  kind: Kind,
  options: EmulatorOptions = {},
  transport: Transport = "graphql",
): Promise<void> {
  const { emulator, stack } = await emulated(options, { env: { PODWRIGHT_ENDPOINT_TRANSPORT: transport } });
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" });
  const standIns = await StandIns.on(emulator);
  const cases = await preparedCases(kind, standIns, transport);

  for (const gpu of outOfStock(cases)) emulator.setStock({ gpu, count: 0 });
  declare(stack, cases, "before");
  await mustSucceed(stack.up());
  for (const gpu of outOfStock(cases)) emulator.setStock({ gpu, count: 8 });
  const before = snapshots(emulator, stack, cases);
  emulator.clearRequests();

  declare(stack, cases, "after");
  const second = await mustSucceed(stack.up());

  const after = snapshots(emulator, stack, cases);
  const seen = cases.map((one, index) => [one.name, observed(emulator, second, one, before[index]!, after[index]!)]);
  const meant = cases.map((one, index) => [one.name, expected(one, before[index]!, after[index]!)]);
  expect(inTermsOf(transport, Object.fromEntries(seen))).toEqual(inTermsOf(transport, Object.fromEntries(meant)));

  // The dynamic host leaves the details to the engine.
  if (stack.host === "plugin") expectExactDiffs(second, cases);

  // RunPod adds environment variables to pods, also later.
  for (const { id, env } of emulator.state().pods)
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  const beyond = cases.filter((one) => !isKnownOver("graphql", one));
  if (beyond.length > 0) {
    await mustChangeNothing(stack.preview({ refresh: true }));
    const others = cases.filter((one) => !beyond.includes(one));
    declare(stack, others, "after");
  }
  stack.env.PODWRIGHT_ENDPOINT_TRANSPORT = "graphql";
  const third = await stack.preview({ refresh: true });
  expect(steps(third), third.text).toEqual(Object.fromEntries(beyond.map(({ name }) => [name, "delete"])));
}

/** A save has another name over REST, and the emulator's state shows neither the copied template nor the locations. */
function inTermsOf(transport: Transport, outcomes: Record<string, ReturnType<typeof expected>>) {
  if (transport === "graphql") return outcomes;
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, { value, writes, ...outcome }]) => [
      name,
      {
        ...outcome,
        writes: [...new Set(writes.map((write) => (write === "saveEndpoint" ? "updateEndpoint" : write)))],
        ...(/^(templateId|locations)/.test(name) ? {} : { value }),
      },
    ]),
  );
}

const outOfStock = (cases: readonly Case[]) => new Set(cases.flatMap(({ sample }) => sample.outOfStock ?? []));

function declare(stack: TestStack, cases: readonly Case[], side: "before" | "after"): void {
  stack.declare(cases.map((one): Declared => ({ kind: one.kind, name: one.name, args: one[side] })));
}

interface Snapshot {
  readonly id: string;
  readonly generatedName: unknown;
  readonly value: unknown;
  readonly version: unknown;
  readonly startedAt: unknown;
}

function snapshots(emulator: Emulator, stack: TestStack, cases: readonly Case[]): Snapshot[] {
  return cases.map(({ kind, name, path, sample }) => {
    const { id = "", inputs } = stack.resource(name);
    const record = recordOf(emulator, kind, id);
    const value = namedIn(sample.values, liveValue(kind, record, path));
    return { id, generatedName: inputs.__autoname, value, version: record?.version, startedAt: record?.startedAt };
  });
}

function observed(emulator: Emulator, run: EngineRun, { name, kind }: Case, before: Snapshot, after: Snapshot) {
  const writes = emulator
    .requests()
    .filter(({ method, path }) => method !== "GET" && path.split("/").includes(before.id))
    .map(({ operation }) => operation);
  const saves = kind === "ServerlessEndpoint" && before.version !== after.version ? ["saveEndpoint"] : [];
  const kept = before.id === after.id;
  return {
    step: steps(run)[name] ?? "same",
    id: kept ? "kept" : "new",
    writes: kept ? [...writes, ...saves] : [],
    restarted: kept && before.startedAt !== after.startedAt,
    value: after.value,
  };
}

function expected({ kind, path, effect, wanted }: Case, before: Snapshot, after: Snapshot) {
  const meant = path === "name" && wanted === undefined ? after.generatedName : wanted;
  const value = isShown(kind, path) ? meant : undefined;
  switch (effect.kind) {
    case "none":
      return { step: "same", id: "kept", writes: [], restarted: false, value: before.value };
    case "replace":
      return { step: "replace", id: "new", writes: [], restarted: false, value };
    case "update": {
      const restarted = effect.impact === "action" ? wanted === "RUNNING" : restarting.includes(effect.impact);
      return effect.impact === "recorded"
        ? { step: "update", id: "kept", writes: [], restarted, value: before.value }
        : { step: "update", id: "kept", writes: writesOf(kind, effect.impact), restarted, value };
    }
  }
}

const restarting: readonly Impact[] = ["reset", "restart"];

function writesOf(kind: Kind, impact: Exclude<Impact, "recorded">): string[] {
  switch (impact) {
    case "live":
    case "reset":
    case "renew":
      return [kind === "ServerlessEndpoint" ? "saveEndpoint" : `update${kind}`];
    case "restart":
      return ["updatePod", "podAction"];
    case "action":
      return ["podAction"];
  }
}

/** The engine, and so the preview, gets exactly the changed parts of each input, and whether they replace. */
function expectExactDiffs(run: EngineRun, cases: readonly Case[]): void {
  const reported = cases.map((one) => {
    const step = stepOf(run, one.name);
    const entries = Object.entries(step?.detailedDiff ?? {}).map(([path, { diffKind }]) => [path, diffKind] as const);
    return [one.name, Object.fromEntries(entries.filter(([path]) => !isBeside(one, path)))];
  });
  const meant = cases.map((one) => {
    const step = stepOf(run, one.name);
    return [one.name, detailsOf(one, step?.old?.inputs ?? {}, step?.new?.inputs ?? {})];
  });
  expect(Object.fromEntries(reported)).toEqual(Object.fromEntries(meant));
}

/** The step with the differences: for a replacement the planned step. */
function stepOf(run: EngineRun, name: string): StepEventMetadata | undefined {
  const all = stepMetadata(run).filter(({ urn }) => nameOf(urn) === name);
  return all.find(({ op }) => op === "replace") ?? all.find(({ op }) => op === "update");
}

/** Properties that change with the input: its stand-in, or the readiness of pods without a wait. */
function isBeside({ path: tried, sample }: Case, path: string): boolean {
  const along = tried === "skipAwait" ? ["desiredStatus", "ready"] : Object.keys(sample.without ?? {});
  return along.some((key) => path === key || path.startsWith(`${key}.`));
}

/** Computed only from the values before and after: each key of a map separately, every other value whole. */
function detailsOf(
  { path: text, effect, before: declared, after: redeclared }: Case,
  olds: Values,
  news: Values,
): Record<string, string> {
  if (effect.kind === "none") return {};
  const path = parsePath(text);
  const suffix = effect.kind === "replace" ? "-replace" : "";
  const entry = (at: Path, before: unknown, after: unknown) => {
    const word = before === undefined ? "add" : after === undefined ? "delete" : "update";
    return [formatPath(at), `${word}${suffix}`] as const;
  };
  // A preview hides secrets, but the program shows them.
  const [before, after] = [valueAt(declared, path), valueAt(redeclared, path)];
  if (!isRecord(before) || !isRecord(after))
    return Object.fromEntries([entry(path, valueAt(olds, path), valueAt(news, path))]);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => !isDeepStrictEqual(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => entry([...path, key], before[key], after[key])));
}
