import { expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { parsePath } from "../../provider/resources/values";
import { samples } from "../samples";
import { type Case, kinds, preparedCases } from "./harness/cases";
import { emulated } from "./harness/emulated";
import { liveValue, namedIn, recordOf } from "./harness/live";
import { changeOutside } from "./harness/outside";
import { type Declared, diffs, type Kind, steps } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

/** What the platform never shows, and what nobody can change there. */
const unseen: Readonly<Record<Kind, readonly string[]>> = {
  Pod: [
    ...["gpu", "gpu.id", "gpu.count", "gpu.allowedCudaVersions", "gpu.minCudaVersion"],
    ...["cpu", "cpu.id", "cpu.vcpuCount", "cloud", "templateId", "startSsh", "startJupyter"],
    ...["fallbacks", "capacityTimeout", "skipAwait", "allowDataLoss"],
    // Its live value follows only at the next start, so it is compared by what was asked for.
    "globalNetworking",
  ],
  ServerlessEndpoint: ["drain"],
  Template: [],
  NetworkVolume: ["allowDataLoss"],
};

test("each input that somebody changes outside is found by refresh, it alone, and put right by up", async () => {
  const { emulator, stack } = await emulated();
  const standIns = await StandIns.on(emulator);
  const cases = (await Promise.all(kinds.map((kind) => preparedCases(kind, standIns)))).flat().filter(isDrift);
  const untouched = await untouchedOnes(standIns);
  stack.declare([
    ...untouched,
    ...cases.map((one): Declared => ({ kind: one.kind, name: nameOf(one), args: one.after })),
  ]);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);

  for (const one of cases) await drift(emulator, one, stack.resource(nameOf(one)).id!);
  const refresh = await stack.refresh();

  expect(steps(refresh), refresh.text).toEqual(fromCases(cases, () => "update"));
  expect(diffs(refresh)).toEqual(fromCases(cases, ({ path }) => [parsePath(path)[0]]));

  const repair = await stack.up();
  expect(steps(repair), repair.text).toEqual(fromCases(cases, ({ effect }) => effect.kind));
  const live = fromCases(cases, (one) => {
    const record = recordOf(emulator, one.kind, stack.resource(nameOf(one)).id!);
    return namedIn(one.sample.values, liveValue(one.kind, record, one.path));
  });
  expect(live).toEqual(fromCases(cases, ({ wanted }) => wanted));
  const quiet = await stack.preview();
  expect(steps(quiet), quiet.text).toEqual({});
});

/** One of each kind that nobody touches. */
async function untouchedOnes(standIns: StandIns): Promise<Declared[]> {
  const templates = await standIns.pairOfTemplates("untouched");
  return kinds.map((kind) => {
    const [sample] = samples[kind].name ?? [];
    return { kind, name: `untouched-${kind}`, args: standIns.resolve(sample?.base ?? {}, templates) };
  });
}

const nameOf = ({ kind, name }: Case) => `${kind}-${name}`;

/** The program says what a change led to; outside, somebody changes it back. */
function isDrift({ kind, path, operation, effect }: Case): boolean {
  if (operation !== "change" || unseen[kind].includes(path)) return false;
  // A pod moved to another place that the program names is where the program wants it.
  return effect.kind === "replace" || (effect.kind === "update" && effect.takes !== "recorded");
}

async function drift(emulator: Emulator, { kind, path, before }: Case, id: string): Promise<void> {
  const [top] = parsePath(path);
  const value = before[String(top)];
  const change = {
    ...(top === "dataCenterIds" ? { dataCenterId: (value as string[])[0] } : {}),
    ...(top === "desiredStatus" ? { status: value } : {}),
  };
  await changeOutside(emulator, kind, id, Object.keys(change).length > 0 ? change : { [String(top)]: value });
}

function fromCases<T>(cases: readonly Case[], of: (one: Case) => T): Record<string, T> {
  return Object.fromEntries(cases.map((one) => [nameOf(one), of(one)]));
}
