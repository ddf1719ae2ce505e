import { expect, test } from "vitest";
import { parsePath } from "../../provider/resources/values";
import { type Case, kinds, preparedCases } from "./harness/cases";
import { changeBack, isDrift, nameOf, untouchedOnes } from "./harness/drifting";
import { emulated } from "./harness/emulated";
import { liveValue, namedIn, recordOf } from "./harness/live";
import { type Declared, diffs, steps } from "./harness/stack";
import { StandIns } from "./harness/stand-ins";

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

  for (const one of cases) await changeBack(emulator, one, stack.resource(nameOf(one)).id!);
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

function fromCases<T>(cases: readonly Case[], of: (one: Case) => T): Record<string, T> {
  return Object.fromEntries(cases.map((one) => [nameOf(one), of(one)]));
}
