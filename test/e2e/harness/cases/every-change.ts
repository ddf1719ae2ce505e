import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../../emulator";
import type { Impact } from "../../../../provider/planning/rules";
import { emulated } from "../emulated";
import type { EngineRun } from "../engine";
import { changeOutside } from "../platform/outside";
import { StandIns } from "../platform/stand-ins";
import { type Declared, type Kind, steps, type TestStack } from "../stack";
import { type Case, preparedCases } from "./cases";
import { isShown, liveValue, namedIn, recordOf } from "./live";

type Transport = "graphql" | "rest";

/** One `up` of every case's side before, one of the side after, and nothing to do afterwards. */
export async function tryEveryChange(
  kind: Kind,
  options: EmulatorOptions = {},
  transport: Transport = "graphql",
): Promise<void> {
  const { emulator, stack } = await emulated(options, { env: { PODWRIGHT_ENDPOINT_TRANSPORT: transport } });
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given", PLATFORM_REGION: "somewhere" });
  const standIns = await StandIns.on(emulator);
  const cases = await preparedCases(kind, standIns);

  for (const gpu of outOfStock(cases)) emulator.setStock({ gpu, count: 0 });
  declare(stack, cases, "before");
  const first = await stack.up();
  expect(first.ok, first.text).toBe(true);
  for (const gpu of outOfStock(cases)) emulator.setStock({ gpu, count: 8 });
  const before = snapshots(emulator, stack, cases);
  emulator.clearRequests();

  declare(stack, cases, "after");
  const second = await stack.up();
  expect(second.ok, second.text).toBe(true);

  const after = snapshots(emulator, stack, cases);
  const seen = cases.map((one, index) => [one.name, observed(emulator, second, one, before[index]!, after[index]!)]);
  const meant = cases.map((one, index) => [one.name, expected(one, before[index]!, after[index]!)]);
  expect(inTermsOf(transport, Object.fromEntries(seen))).toEqual(inTermsOf(transport, Object.fromEntries(meant)));

  // The platform gives pods environment of its own, also later.
  for (const { id, env } of emulator.state().pods)
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  stack.env.PODWRIGHT_ENDPOINT_TRANSPORT = "graphql";
  const third = await stack.preview("--refresh");
  expect(steps(third), third.text).toEqual({});
}

/** Over REST a save is called otherwise, and the emulator's state tells neither the template copied nor the places. */
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
  const value = path === "name" && wanted === undefined ? after.generatedName : wanted;
  switch (effect.kind) {
    case "none":
      return { step: "same", id: "kept", writes: [], restarted: false, value: before.value };
    case "replace":
      return {
        step: "replace",
        id: "new",
        writes: [],
        restarted: false,
        value: isShown(kind, path) ? value : undefined,
      };
    case "update": {
      const restarted = effect.impact === "action" ? wanted === "RUNNING" : restarting.includes(effect.impact);
      return effect.impact === "recorded"
        ? { step: "update", id: "kept", writes: [], restarted, value: before.value }
        : { step: "update", id: "kept", writes: writesOf(kind, effect.impact), restarted, value };
    }
  }
}

const restarting: readonly Impact[] = ["reset", "restart"];

function writesOf(kind: Kind, impact: "live" | "reset" | "restart" | "action"): string[] {
  switch (impact) {
    case "live":
    case "reset":
      return [updates[kind] ?? "nothing can be sent"];
    case "restart":
      return ["updatePod", "podAction"];
    case "action":
      return ["podAction"];
  }
}

/** What an update in place sends; of the others every change replaces. */
const updates: Readonly<Partial<Record<Kind, string>>> = {
  Pod: "updatePod",
  ServerlessEndpoint: "saveEndpoint",
  Template: "updateTemplate",
  NetworkVolume: "updateNetworkVolume",
};
