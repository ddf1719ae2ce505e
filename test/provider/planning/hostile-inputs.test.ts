import { expect, test } from "vitest";
import type { Pod } from "../../../client";
import { notices } from "../../../provider/hosts/notices";
import { decode, encode } from "../../../provider/hosts/plugin/properties/marshal";
import { detail } from "../../../provider/hosts/properties/detail";
import { pod } from "../../../provider/kinds/pod/lifecycle";
import { createBody, liveInputs, patchBody } from "../../../provider/kinds/pod/wire";
import { plan } from "../../../provider/planning/changes";
import { formatProblems, problemsOf, withDefaults } from "../../../provider/planning/check";
import { aPod } from "../../support/pods";
import { fc, runs } from "../../support/property";

/** Fixed, so that a run fails for a changed program and not for new random values. */
const seeded = { seed: 20261122, numRuns: runs(75) };

/** Names that have a meaning for objects, paths, patterns or the engine. */
const hostile = [
  ...["constructor", "toString", "hasOwnProperty", "valueOf", "__defineGetter__", "__name", "length", "prototype"],
  ...["a.b", "[0]", "0", "*", 'q"uote', "back\\slash", "with space", "é", "\u0000", "\n", "env", "4dabf18193072939"],
];
const key = fc
  .oneof(fc.constantFrom(...hostile), fc.string({ minLength: 1 }))
  .filter((name) => name !== "__proto__" && !name.includes("="));
const value = fc
  .oneof(fc.string(), fc.constantFrom("", "null", "undefined", "[secret]", "\u2028"))
  .map((text) => `canary-${text}`);
const env = fc.dictionary(key, value, { noNullPrototype: true, maxKeys: 6 });

const base = {
  name: "web-1",
  __autoname: "web-1",
  image: "nginx",
  gpu: { id: "A" },
  desiredStatus: "RUNNING",
} as const;

test("the check accepts any names and values in an environment", () => {
  const keeps = fc.property(env, (given) => {
    expect(
      problemsOf(pod.inputs, { ...base, __autoname: undefined, env: given } as never).map(({ path }) => path[0]),
    ).not.toContain("env");
    expect(withDefaults(pod.inputs, { image: "nginx", env: given }).env).toEqual(given);
  });
  fc.assert(keeps, seeded);
});

test("the error about an invalid environment contains none of the environment's values", () => {
  const wrong = fc.dictionary(
    key,
    fc.oneof(
      value.map((text) => [text]),
      fc.constant(1),
    ),
    { noNullPrototype: true, minKeys: 1 },
  );
  fc.assert(
    fc.property(wrong, (given) => {
      const text = formatProblems(problemsOf(pod.inputs, { image: "nginx", gpu: { id: "A" }, env: given }));
      expect(text).toContain("env");
      expect(text).not.toContain("canary-");
    }),
    seeded,
  );
});

test("a difference in the environment names the changed keys but no value", () => {
  fc.assert(
    fc.property(env, env, (before, after) => {
      const [olds, news] = [
        { ...base, env: before },
        { ...base, env: after },
      ];
      const planned = plan(pod.changes, { olds, news, state: {} });
      const differing = new Set(
        Object.keys({ ...before, ...after }).filter((name) => own(before, name) !== own(after, name)),
      );
      const { changed = [], added = [], removed = [] } = planned.differences[0]?.keys ?? {};
      expect(new Set([...changed, ...added, ...removed])).toEqual(differing);
      expect(detail(planned, { olds, news }).detailed.length > 0).toBe(differing.size > 0);
      expect(detail(planned, { olds, news }, [""]).detailed.length > 0).toBe(differing.size > 0);
      const text = notices(planned)
        .map((notice) => notice.text.replaceAll(/^env: .*/gs, ""))
        .join("\n");
      expect(text).not.toContain("canary-");
    }),
    seeded,
  );
});

test("an environment stays the same in requests and reads", () => {
  fc.assert(
    fc.property(env, env, (before, after) => {
      expect(createBody({ ...base, env: before }, { gpu: base.gpu }, undefined).env).toMatchObject(before);
      const live = { ...aPod({}), name: "web-1", image: "nginx", env: before } as Pod;
      const patch = patchBody(live, { olds: { ...base, env: before }, news: { ...base, env: after }, state: {} });
      expect({ ...live, ...patch }.env).toEqual(after);
      expect(liveInputs(live, { ...base, env: before }).env).toEqual(before);
    }),
    seeded,
  );
});

test("values and secrets pass through the engine's wire format unchanged", () => {
  const names = key.filter((name) => name !== "4dabf18193072939515e22adb298388d");
  const anything = fc.letrec((tie) => ({
    any: fc.oneof(
      value,
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
      fc.boolean(),
      fc.constant(null),
      tie("list"),
      tie("map"),
    ),
    list: fc.array(tie("any"), { maxLength: 3 }),
    map: fc.dictionary(names, tie("any"), { noNullPrototype: true, maxKeys: 3 }),
  })).map;
  fc.assert(
    fc.property(anything, fc.nat(), (values, pick) => {
      const given = values as Record<string, unknown>;
      const chosen = Object.keys(given).filter((name) => given[name] !== null)[pick % 3];
      const secrets = chosen === undefined ? [] : [[chosen]];
      const back = decode(encode(given, secrets));
      expect(back.values).toEqual(given);
      expect(back.secrets).toEqual(secrets);
    }),
    seeded,
  );
});

function own(values: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
