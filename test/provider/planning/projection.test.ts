import { describe, expect, test } from "vitest";
import { z } from "zod";
import { present, type Values } from "../../../kernel/values";
import { plan } from "../../../provider/planning/changes";
import { declare, property } from "../../../provider/planning/declaration";
import { outputsAfter, patchOf } from "../../../provider/planning/patch";
import { project, record, separate } from "../../../provider/planning/projection";
import { ignored, live } from "../../../provider/planning/rules";
import { fc } from "../../support/property";

const anything = z.unknown();
const wire = "update read";

const { changes: table } = declare({
  kind: "Toy",
  properties: {
    image: property(z.string(), { on: live, wire }),
    args: property(anything, { on: live, unset: "", wire }),
    ports: property(anything, { on: live, unset: [], compare: "set", wire }),
    env: property(anything, { on: live, unset: {}, platformKeys: /^PLATFORM$/, wire }),
    registry: property(anything, { on: live, unset: null, wire }),
    disk: property(anything, { on: { add: live, change: live, remove: ignored("it stays") }, wire }),
  },
  outputs: z.object({}),
});

const words = fc.constantFrom("a", "b", "c");
const env = fc.dictionary(words, words, { maxKeys: 3, noNullPrototype: true });
const inputs: fc.Arbitrary<Values> = fc
  .record(
    {
      image: words,
      args: fc.constantFrom("", "x", "y"),
      ports: fc.uniqueArray(words, { maxLength: 3 }),
      env,
      registry: fc.constantFrom(null, "r1", "r2"),
      disk: fc.constantFrom(10, 20),
    },
    { requiredKeys: ["image"] },
  )
  .map((values) => present(values) as Values);

/** RunPod's own view: no value is absent, and it adds its own key to the environment. */
const liveOf = (values: Values): Values => ({
  args: "",
  ports: [],
  registry: null,
  disk: 50,
  ...values,
  env: { PLATFORM: "own", ...(values.env as Values | undefined) },
});
const projected = (declared: Values, shown: Values): Values => project(table, declared, shown);
const planOf = (olds: Values, news: Values) => plan(table, { olds, news, state: olds }).differences;
const patch = (shown: Values, olds: Values, news: Values) => patchOf(table, shown, { olds, news, state: olds });

describe("a refresh", () => {
  test("changes no input if RunPod shows the declared values in another order", () => {
    fc.assert(
      fc.property(inputs, (declared) => {
        const shown = liveOf(declared);
        const ports = [...(shown.ports as string[])].reverse();
        expect(projected(declared, { ...shown, ports })).toEqual(declared);
      }),
    );
  });

  test("has the same result when repeated", () => {
    fc.assert(
      fc.property(inputs, inputs, (declared, other) => {
        const once = projected(declared, liveOf(other));
        expect(projected(once, liveOf(other))).toEqual(once);
      }),
    );
  });

  test("never adds an input that the program leaves out", () => {
    fc.assert(
      fc.property(inputs, inputs, (declared, other) => {
        for (const key of Object.keys(projected(declared, liveOf(other)))) expect(declared).toHaveProperty(key);
      }),
    );
  });

  test("shows drift only for the keys that the program declares", () => {
    const declared = { image: "a", env: { MODE: "x", GONE: "y" } };
    expect(projected(declared, { image: "b", env: { MODE: "z", PUBLIC_KEY: "k" } })).toEqual({
      image: "b",
      env: { MODE: "z" },
    });
  });

  test("keeps the value of inputs that RunPod never returns", () => {
    expect(project(table, { templateId: "t" }, { templateId: undefined })).toEqual({ templateId: "t" });
  });
});

describe("the record of undeclared inputs", () => {
  const shown = { ...liveOf({ image: "a" }), env: { PLATFORM: "own", MODE: "x", HAND: "h", "odd.key": "o" } };
  const declared = { image: "a", env: { MODE: "x" }, __autoname: "mark" };

  test("lists the paths of undeclared values, except variables that RunPod itself sets", () => {
    expect(record(table, declared, shown)).toEqual({
      ...declared,
      args: "",
      ports: [],
      disk: 50,
      env: { MODE: "x", HAND: "h", "odd.key": "o" },
      __undeclared: ["args", "disk", "env.HAND", 'env["odd.key"]', "ports"],
      __baseline: { open: ["env", "registry"] },
    });
  });

  test("lets a refresh distinguish declared from undeclared values", () => {
    const { HAND, "odd.key": odd } = shown.env;
    expect(separate(record(table, declared, shown))).toEqual({
      declared,
      undeclared: { args: "", ports: [], disk: 50, env: { HAND, "odd.key": odd } },
    });
  });

  test("may be missing in the state", () => {
    expect(separate({ env: "odd", __undeclared: ["env.A", "disk"] }).declared).toEqual({ env: "odd" });
    expect(separate({ image: "a", args: "x" })).toEqual({ declared: { image: "a", args: "x" }, undeclared: {} });
  });

  test("causes no difference in a plan, even if the undeclared values change on RunPod", () => {
    fc.assert(
      fc.property(inputs, inputs, inputs, (given, before, after) => {
        const recorded = [before, after].map((others) => {
          const foreign = { ...others, env: { ...(others.env as Values), ...(given.env as Values) } };
          return separate(record(table, given, liveOf({ ...foreign, ...given, env: foreign.env })));
        });
        for (const { declared: olds, undeclared } of recorded) {
          expect(plan(table, { olds, news: given, state: olds, undeclared }).differences).toEqual([]);
          expect(patchOf(table, { ...olds, ...undeclared }, { olds, news: given, state: olds })).toEqual({});
        }
      }),
    );
  });

  test("prevents a request if the program newly declares a value that RunPod already has", () => {
    const { declared: olds, undeclared } = separate(record(table, declared, shown));
    const effects = (news: Values) =>
      plan(table, { olds, news, state: olds, undeclared }).differences.map(({ path, effect }) => [path[0], effect]);
    const nothingSent = { kind: "update", impact: "recorded" };
    expect(effects({ ...olds, disk: 50 })).toEqual([["disk", nothingSent]]);
    expect(effects({ ...olds, env: { MODE: "x", HAND: "h" } })).toEqual([["env", nothingSent]]);
    expect(effects({ ...olds, disk: 60 })).toEqual([["disk", live]]);
    expect(effects({ ...olds, env: { MODE: "y", HAND: "h" } })).toEqual([["env", live]]);
    expect(effects({ ...olds, env: { HAND: "h" } })).toEqual([["env", live]]);
  });
});

describe("the patch of an update", () => {
  test("is empty when nothing changed", () => {
    fc.assert(
      fc.property(inputs, (declared) => {
        expect(patch(liveOf(declared), declared, declared)).toEqual({});
      }),
    );
  });

  test("leads to no further change after RunPod has applied the patch", () => {
    fc.assert(
      fc.property(inputs, inputs, (olds, news) => {
        const shown = liveOf(olds);
        const applied = { ...shown, ...patch(shown, olds, news) };
        expect(patch(applied, olds, news)).toEqual({});
        expect(planOf(projected(news, applied), news)).toEqual([]);
      }),
    );
  });

  test("removes only the environment keys that the program removed", () => {
    const shown = { env: { A: "1", B: "2", PUBLIC_KEY: "k" } };
    expect(patch(shown, { env: { A: "1", B: "2" } }, { env: { A: "1" } })).toEqual({
      env: { A: "1", PUBLIC_KEY: "k" },
    });
    expect(patch(shown, { env: { A: "1", B: "2" } }, {})).toEqual({ env: { PUBLIC_KEY: "k" } });
  });

  test("resets a removed input to the value that RunPod reads as unset", () => {
    const olds = { args: "x", ports: ["a"], registry: "r", disk: 20 };
    expect(patch({ ...olds, env: {} }, olds, {})).toEqual({ args: "", ports: [], registry: null });
  });

  test("does not revert an outside change", () => {
    const olds = { image: "a", disk: 10 };
    expect(patch({ image: "b", disk: 10 }, olds, { image: "a", disk: 20 })).toEqual({ disk: 20 });
  });

  test("keeps an outside change through several updates", () => {
    const live = { image: "a", disk: 99, env: { A: "theirs", PLATFORM: "own" } };
    const olds = { image: "a", disk: 10, env: { A: "ours", B: "1" } };
    const news = { image: "b", disk: 10, env: { A: "ours", B: "2" } };
    const change = { olds, news, state: olds };

    const sent = patchOf(table, live, change);
    expect(sent).toEqual({ image: "b", env: { A: "theirs", B: "2", PLATFORM: "own" } });
    const now = { ...live, ...sent };
    const state = separate(outputsAfter(table, record(table, news, now), change)).declared;
    expect(state).toEqual(news);

    expect(patchOf(table, now, { olds: news, news: { ...news, image: "c" }, state })).toEqual({ image: "c" });
  });

  test("keeps the restored value in the state after a rollback", () => {
    const [olds, news] = [
      { image: "a", env: { A: "1", B: "1" } },
      { image: "b", env: { A: "2", B: "1" } },
    ];
    const restored = record(table, olds, { ...olds });
    expect(separate(outputsAfter(table, restored, { olds, news, state: olds })).declared).toEqual(olds);
  });

  test("keeps RunPod's actual value in the state if two updates could not change the value", () => {
    const news = { image: "b", env: { A: "2", B: "1" } };
    const missed = { image: "a", env: { A: "1", B: "1" } };
    const change = { olds: news, news, state: missed };
    expect(separate(outputsAfter(table, record(table, news, { ...missed }), change)).declared).toEqual(missed);
    expect(patchOf(table, missed, change)).toEqual(news);
  });

  test("repeats a change that a failed update recorded but did not make on RunPod", () => {
    const change = {
      olds: { image: "a", env: { A: "1" } },
      news: { image: "b", env: { A: "2" } },
      state: { image: "b", env: { A: "2" } },
    };
    expect(patchOf(table, { image: "c", env: { A: "3" } }, change)).toEqual({ image: "b", env: { A: "2" } });
  });

  test("contains a newly declared default if RunPod has a different value", () => {
    const change = { olds: {}, news: { args: "" }, state: {} };
    expect(patchOf(table, { args: "theirs" }, change)).toEqual({ args: "" });
  });

  test("repeats a change that the last update could not make on RunPod", () => {
    const change = { olds: { image: "b" }, news: { image: "b" }, state: { image: "a" } };
    expect(patchOf(table, { image: "a" }, change)).toEqual({ image: "b" });
  });
});
