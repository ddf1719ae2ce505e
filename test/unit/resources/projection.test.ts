import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { always, type ChangeTable, live, nothing, plan } from "../../../provider/resources/changes";
import { patchOf } from "../../../provider/resources/patch";
import { project, projectKeys } from "../../../provider/resources/projection";
import { present, type Values } from "../../../provider/resources/values";

const table: ChangeTable<Values> = {
  rows: [
    always("image", live),
    always("args", live, { unset: "" }),
    always("ports", live, { unset: [], compare: "set" }),
    always("env", live, { unset: {} }),
    always("registry", live, { unset: null }),
    { path: "disk", add: live, change: live, remove: nothing("it stays") },
  ],
};
const keys = table.rows.map(({ path }) => path);

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

/** The platform's own view: nothing is absent, and it adds a key of its own to the environment. */
const liveOf = (values: Values): Values => ({
  args: "",
  ports: [],
  registry: null,
  disk: 50,
  ...values,
  env: { PLATFORM: "own", ...(values.env as Values | undefined) },
});
const projected = (declared: Values, shown: Values): Values =>
  project(table, declared, { ...shown, env: projectKeys(declared.env as Values, shown.env as Record<string, string>) });
const planOf = (olds: Values, news: Values) => plan(table, { olds, news, state: olds }).differences;
const patch = (shown: Values, olds: Values, news: Values) => patchOf(table, keys, shown, { olds, news, state: olds });

describe("projecting what is live onto the program's inputs", () => {
  test("changes nothing when the platform shows what was asked for, in whatever order", () => {
    fc.assert(
      fc.property(inputs, (declared) => {
        const shown = liveOf(declared);
        const ports = [...(shown.ports as string[])].reverse();
        expect(projected(declared, { ...shown, ports })).toEqual(declared);
      }),
    );
  });

  test("done twice is the same as done once", () => {
    fc.assert(
      fc.property(inputs, inputs, (declared, other) => {
        const once = projected(declared, liveOf(other));
        expect(projected(once, liveOf(other))).toEqual(once);
      }),
    );
  });

  test("never shows an input the program did not give", () => {
    fc.assert(
      fc.property(inputs, inputs, (declared, other) => {
        for (const key of Object.keys(projected(declared, liveOf(other)))) expect(declared).toHaveProperty(key);
      }),
    );
  });

  test("shows what drifted, under the program's own keys only", () => {
    const declared = { image: "a", env: { MODE: "x", GONE: "y" } };
    expect(projected(declared, { image: "b", env: { MODE: "z", PUBLIC_KEY: "k" } })).toEqual({
      image: "b",
      env: { MODE: "z" },
    });
  });

  test("keeps the value of inputs the platform never answers", () => {
    expect(project(table, { templateId: "t" }, { templateId: undefined })).toEqual({ templateId: "t" });
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

  test("once applied leaves nothing to send and nothing to plan", () => {
    fc.assert(
      fc.property(inputs, inputs, (olds, news) => {
        const shown = liveOf(olds);
        const applied = { ...shown, ...patch(shown, olds, news) };
        expect(patch(applied, olds, news)).toEqual({});
        expect(planOf(projected(news, applied), news)).toEqual([]);
      }),
    );
  });

  test("keeps the environment keys the platform added, and takes away those the program took away", () => {
    const shown = { env: { A: "1", B: "2", PUBLIC_KEY: "k" } };
    expect(patch(shown, { env: { A: "1", B: "2" } }, { env: { A: "1" } })).toEqual({
      env: { A: "1", PUBLIC_KEY: "k" },
    });
    expect(patch(shown, { env: { A: "1", B: "2" } }, {})).toEqual({ env: { PUBLIC_KEY: "k" } });
  });

  test("sends the value that means unset for an input that was taken away, and nothing where there is none", () => {
    const olds = { args: "x", ports: ["a"], registry: "r", disk: 20 };
    expect(patch({ ...olds, env: {} }, olds, {})).toEqual({ args: "", ports: [], registry: null });
  });

  test("leaves alone what differs on the platform but was not changed by the program", () => {
    const olds = { image: "a", disk: 10 };
    expect(patch({ image: "b", disk: 10 }, olds, { image: "a", disk: 20 })).toEqual({ disk: 20 });
  });

  test("sends again what the last update did not reach", () => {
    const change = { olds: { image: "b" }, news: { image: "b" }, state: { image: "a" } };
    expect(patchOf(table, keys, { image: "a" }, change)).toEqual({ image: "b" });
  });
});
