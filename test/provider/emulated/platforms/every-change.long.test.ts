import { beforeEach, describe, expect, test } from "vitest";
import { parsePath } from "../../../../kernel/values";
import type { Impact } from "../../../../provider/planning/rules";
import { type Case, isKnownOver, preparedCases, resourceOf } from "../../../e2e/harness/cases/cases";
import { changeBack, isDrift } from "../../../e2e/harness/cases/drifting";
import { isShown, liveValue, namedIn, recordOf } from "../../../e2e/harness/cases/live";
import { changeOutside } from "../../../e2e/harness/platform/outside";
import { StandIns } from "../../../e2e/harness/platform/stand-ins";
import type { Kind } from "../../../e2e/harness/stack/stack";
import { declaring, type Engine, type Program, type Step } from "../../../support/engine";
import { useLifecycles } from "../harness";
import { interfaces, type Served, triedOver } from "./interfaces";

describe.each(interfaces)("a platform with $title", (row) => {
  const { options = {}, transport = "graphql" } = row;
  const world = useLifecycles(options, { endpointTransport: transport });
  beforeEach(() => world.emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" }));
  const tried = triedOver(row);

  test.each(tried)("each changed input of a %s has the documented effect (%s host)", async (kind, host) => {
    const { emulator } = world;
    const engine = world.engine({ host });
    const cases = await preparedCases(kind, await StandIns.on(emulator), row);
    expect(cases).not.toEqual([]);
    const scarce = new Set(cases.flatMap(({ sample }) => sample.outOfStock ?? []));
    for (const gpu of scarce) emulator.setStock({ gpu, count: 0 });
    await engine.up(programOf(cases, "before"), { isParallel: true });
    for (const gpu of scarce) emulator.setStock({ gpu, count: 8 });
    const before = cases.map((one) => snapshot(engine, one));
    // RunPod shows a start in whole seconds, so a new start needs another second.
    emulator.advance(1_000);
    emulator.clearRequests();

    const steps = await engine.up(programOf(cases, "after"), { isParallel: true });

    const after = cases.map((one) => snapshot(engine, one));
    const seen = cases.map((one, at) => [one.name, observed(steps, one, before[at]!, after[at]!)]);
    const meant = cases.map((one, at) => [one.name, expected(one, before[at]!, after[at]!)]);
    expect(inTermsOf(row, Object.fromEntries(seen))).toEqual(inTermsOf(row, Object.fromEntries(meant)));

    // RunPod adds environment variables to pods, also later.
    for (const { id, env } of emulator.state().pods)
      await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
    await mustBeInSync(engine, cases);
    const shown = cases.filter((one) => isKnownOver("graphql", one));
    if (transport === "graphql") return;
    await world.switchTo("graphql");
    await engine.refresh();
    const left = await engine.preview(programOf(shown, "after"));
    expect(stepsOf(left)).toEqual(
      Object.fromEntries(cases.map((one) => [one.name, shown.includes(one) ? "same" : "delete"])),
    );
  });

  const drifting = transport === "graphql" ? tried : [];
  test.for(drifting)("a refresh finds each outside change of a %s (%s host)", async ([kind, host]) => {
    const { emulator } = world;
    const engine = world.engine({ host });
    const cases = (await preparedCases(kind, await StandIns.on(emulator), row)).filter(isDrift);
    if (cases.length === 0) return;
    await engine.up(programOf(cases, "after"), { isParallel: true });
    for (const one of cases) await changeBack(emulator, one, engine.get(one.name).id);

    const found = await engine.refresh();

    const tops = (paths: readonly string[] | "gone" = []) =>
      paths === "gone" ? paths : [...new Set(paths.map((path) => parsePath(path)[0]))];
    expect(Object.fromEntries(cases.map(({ name }) => [name, tops(found[name])]))).toEqual(
      Object.fromEntries(cases.map(({ name, path }) => [name, [parsePath(path)[0]]])),
    );
    const repair = await engine.up(programOf(cases, "after"), { isParallel: true });
    expect(stepsOf(repair)).toEqual(Object.fromEntries(cases.map(({ name, effect }) => [name, effect.kind])));
    const live = cases.map((one) => [one.name, snapshot(engine, one).value]);
    expect(Object.fromEntries(live)).toEqual(Object.fromEntries(cases.map(({ name, wanted }) => [name, wanted])));
    await mustBeInSync(engine, cases);
  });

  function snapshot(engine: Engine, { kind, name, path, sample }: Case) {
    const { id, inputs } = engine.get(name);
    const record = recordOf(world.emulator, kind, id);
    const value = namedIn(sample.values, liveValue(kind, record, path));
    return { id, generatedName: inputs.__autoname, value, version: record?.version, startedAt: record?.startedAt };
  }

  type Snapshot = ReturnType<typeof snapshot>;

  function observed(steps: readonly Step[], { name, kind }: Case, before: Snapshot, after: Snapshot) {
    const writes = world.emulator
      .requests()
      .filter(({ method, path }) => method !== "GET" && path.split("/").includes(before.id))
      .map(({ operation }) => operation);
    const saves = kind === "ServerlessEndpoint" && before.version !== after.version ? ["saveEndpoint"] : [];
    const kept = before.id === after.id;
    return {
      step: stepsOf(steps)[name],
      id: kept ? "kept" : "new",
      writes: kept ? [...writes, ...saves] : [],
      restarted: kept && before.startedAt !== after.startedAt,
      value: after.value,
    };
  }

  function expected({ kind, path, effect, wanted }: Case, before: Snapshot, after: Snapshot): Outcome {
    const meant = path === "name" && wanted === undefined ? after.generatedName : wanted;
    const value = isShown(kind, path) ? meant : undefined;
    const untouched = { id: "kept", writes: [], restarted: false, value: before.value };
    if (effect.kind === "none") return { ...untouched, step: "same" };
    if (effect.kind === "replace") return { step: "replace", id: "new", writes: [], restarted: false, value };
    const { impact } = effect;
    if (impact === "recorded") return { ...untouched, step: "update" };
    const restarted = impact === "action" ? wanted === "RUNNING" : ["reset", "restart"].includes(impact);
    return { step: "update", id: "kept", writes: writesOf(kind, impact), restarted, value };
  }
});

interface Outcome {
  readonly step: Step["step"] | undefined;
  readonly id: string;
  readonly writes: readonly string[];
  readonly restarted: boolean;
  readonly value: unknown;
}

function writesOf(kind: Kind, impact: Exclude<Impact, "recorded">): string[] {
  // No request names a single key. The value shows the write.
  if (kind === "SshKey") return [];
  if (impact === "action") return ["podAction"];
  if (impact === "restart") return ["updatePod", "podAction"];
  return [kind === "ServerlessEndpoint" ? "saveEndpoint" : `update${kind}`];
}

/**
 * A save has another name over REST, and the emulator's state shows neither the copied template nor the locations.
 */
function inTermsOf({ transport }: Served, outcomes: Record<string, Outcome>) {
  if (transport !== "rest") return outcomes;
  return Object.fromEntries(
    Object.entries(outcomes).map(([name, { value, writes, ...outcome }]) => {
      const named = new Set(writes.map((write) => (write === "saveEndpoint" ? "updateEndpoint" : write)));
      return [name, { ...outcome, writes: [...named], ...(/^(templateId|locations)/.test(name) ? {} : { value }) }];
    }),
  );
}

function programOf(cases: readonly Case[], side: "before" | "after"): Program {
  return Object.fromEntries(cases.map((one) => [one.name, declaring(resourceOf(one.kind))(one[side])]));
}

const stepsOf = (steps: readonly Step[]) => Object.fromEntries(steps.map(({ name, step }) => [name, step]));

async function mustBeInSync(engine: Engine, cases: readonly Case[]): Promise<void> {
  await engine.refresh();
  const steps = stepsOf(await engine.preview(programOf(cases, "after")));
  expect(steps).toEqual(Object.fromEntries(cases.map(({ name }) => [name, "same"])));
}
