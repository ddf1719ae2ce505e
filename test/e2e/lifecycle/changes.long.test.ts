import { isDeepStrictEqual } from "node:util";
import type { StepEventMetadata } from "@pulumi/pulumi/automation";
import { expect, test } from "vitest";
import { formatPath, isRecord, type Path, parsePath, type Values, valueAt } from "../../../kernel/values";
import { type Case, kinds, preparedCases } from "../harness/cases/cases";
import { isShown, liveValue, namedIn, recordOf } from "../harness/cases/live";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { StandIns } from "../harness/platform/stand-ins";
import type { EngineRun } from "../harness/stack/engine";
import type { Declared, TestStack } from "../harness/stack/stack";
import { deploy, mustChangeNothing, mustSucceed, nameOf, stepMetadata, steps } from "../harness/stack/steps";

// The model of the engine proves the effect of every change on RunPod, under each interface and host. This story proves that
// Pulumi gets there with the same steps, shows the same differences, and keeps the values in its state.
test("a change of each input of every kind has the effect that the documented change table shows", async () => {
  const { emulator, stack } = await emulated({}, { env: atTheEnd });
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" });
  const all = await everyCase(await StandIns.on(emulator));
  // The dynamic host takes five times as long for a resource, so it gets each input only once.
  const cases = stack.host === "plugin" ? all : all.filter(({ operation }) => operation === "change");
  const scarce = new Set(cases.flatMap(({ sample }) => sample.outOfStock ?? []));
  for (const gpu of scarce) emulator.setStock({ gpu, count: 0 });
  declare(stack, cases, "before");
  await mustSucceed(stack.up());
  for (const gpu of scarce) emulator.setStock({ gpu, count: 8 });

  declare(stack, cases, "after");
  const second = await mustSucceed(stack.up());

  const changed = cases.filter(({ effect }) => effect.kind !== "none");
  expect(steps(second), second.text).toEqual(Object.fromEntries(changed.map((one) => [one.name, one.effect.kind])));
  const live = cases.filter(({ kind, path, effect, wanted }) => {
    const isRecorded = effect.kind === "update" && effect.impact === "recorded";
    return isShown(kind, path) && wanted !== undefined && effect.kind !== "none" && !isRecorded;
  });
  const shown = live.map((one) => {
    const record = recordOf(emulator, one.kind, stack.resource(one.name).id ?? "");
    return [one.name, namedIn(one.sample.values, liveValue(one.kind, record, one.path))];
  });
  expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(live.map((one) => [one.name, one.wanted])));

  // The dynamic host leaves the details to the engine.
  if (stack.host === "plugin") expectExactDiffs(second, cases);

  // RunPod adds environment variables to pods, also later.
  for (const { id, env } of emulator.state().pods)
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  await mustChangeNothing(stack.preview({ refresh: true }));
});

/** Pulumi writes this large state once at the end of a command, and not once for every step. */
const atTheEnd = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** Returns the cases of all kinds for one program. The names of resources distinguish the kinds. */
async function everyCase(standIns: StandIns): Promise<Case[]> {
  const all: Case[] = [];
  for (const kind of kinds)
    all.push(...(await preparedCases(kind, standIns)).map((one) => ({ ...one, name: `${kind}-${one.name}` })));
  return all;
}

test("a change of only a logical name or a time-out sends no write request", async () => {
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

function declare(stack: TestStack, cases: readonly Case[], side: "before" | "after"): void {
  stack.declare(cases.map((one): Declared => ({ kind: one.kind, name: one.name, args: one[side] })));
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

/** The step with the differences, which is the planned step for a replacement. */
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
