import { describe, expect, test } from "vitest";
import { z } from "zod";
import { formatPath, type Path, type Values } from "../../../kernel/values";
import { serverlessEndpoint } from "../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../provider/kinds/template/lifecycle";
import { plan } from "../../../provider/planning/changes";
import { declare, property } from "../../../provider/planning/declaration";
import { followedIn } from "../../../provider/planning/followed";
import { grows, ignored, live, recorded, replaces, resets } from "../../../provider/planning/rules";

const anything = z.unknown();

const { changes: table } = declare({
  kind: "Toy",
  properties: {
    name: property(z.string().optional(), { on: live }),
    size: property(anything, { on: grows("size", live, replaces("it cannot shrink")) }),
    tags: property(anything, { on: resets, unset: [], compare: "set" }),
    kind: property(anything, { on: replaces("fixed"), unset: "plain" }),
    disk: property(anything, { on: { add: live, change: live, remove: ignored("it stays") } }),
    mount: property(anything, {
      on: replaces("a mount is fixed"),
      parts: { path: { on: live }, size: { on: replaces("fixed") } },
    }),
    precious: property(z.boolean().optional(), { on: recorded }),
  },
  outputs: z.object({}),
  stateDifferences: ({ state }) =>
    state.broken === true ? [{ path: ["name"], operation: "change", effect: recorded }] : [],
  onReplace: ({ news }) => ({
    destroys: "data is lost",
    ...(news.precious === true ? { refusedUnless: "precious: false", deleteFirst: "one at a time" } : {}),
  }),
  refuseUpdate: ({ olds }, differences) =>
    olds.name === "locked" && differences.some(({ path }) => path[0] === "tags") ? "it is locked" : undefined,
});

const planned = (olds: Values, news: Values, unknowns: Path[] = [], state: Values = {}) =>
  plan(table, { olds, news, state }, unknowns);
const paths = (result: ReturnType<typeof plan>) =>
  result.differences.map(({ path, operation }) => `${operation} ${formatPath(path)}`);

describe("a change table", () => {
  test("names added, changed and removed inputs", () => {
    expect(paths(planned({ disk: 1 }, { name: "a", disk: 2 }))).toEqual(["add name", "change disk"]);
    expect(paths(planned({ name: "a" }, {}))).toEqual(["remove name"]);
  });

  test("shows no difference if the program declares the default of a missing input", () => {
    expect(planned({}, { kind: "plain", tags: [] }).differences).toEqual([]);
    expect(planned({ kind: "plain", tags: null }, {}).differences).toEqual([]);
  });

  test("ignores the order of a set", () => {
    expect(planned({ tags: ["a", "b"] }, { tags: ["b", "a"] }).differences).toEqual([]);
    expect(paths(planned({ tags: ["a", "b"] }, { tags: ["b", "c"] }))).toEqual(["change tags"]);
  });

  test("plans a request for a newly declared default only if RunPod has another value", () => {
    const declaring = (undeclared: Values, news: Values = { idleTimeout: 10 }) =>
      plan(serverlessEndpoint.changes, { olds: {}, news, state: {}, undeclared }).differences;
    expect(declaring({ idleTimeout: 5 })).toMatchObject([{ path: ["idleTimeout"], effect: { impact: "live" } }]);
    expect(declaring({ idleTimeout: 10 })).toMatchObject([{ effect: { impact: "recorded" } }]);
    const noticeOf = (gpuCount: number) => declaring({ gpuCount }, { gpuCount: 1 })[0]?.notice;
    expect([2, 1].map(noticeOf)).toEqual(["renews the endpoint's workers", expect.stringMatching(/^is only recorded/)]);
  });

  test("can treat an empty text as a missing text", () => {
    const places = declare({
      kind: "Toy",
      properties: { places: property(anything, { on: live, unset: null, compare: "text" }) },
      outputs: z.object({}),
    }).changes;
    const between = (olds: Values, news: Values) => plan(places, { olds, news, state: {} }).differences;
    expect(between({ places: "" }, { places: null })).toEqual([]);
    expect(between({}, { places: "" })).toEqual([]);
    expect(between({ places: "CZ" }, { places: "" })).toHaveLength(1);
  });

  test("can ignore the removal of an input", () => {
    expect(planned({ disk: 5 }, {}).differences).toEqual([]);
  });

  test("uses the row of the whole input if a change adds or removes the input", () => {
    expect(paths(planned({}, { mount: { path: "/a", size: 1 } }))).toEqual(["add mount"]);
    expect(paths(planned({ mount: { path: "/a", size: 1 } }, {}))).toEqual(["remove mount"]);
  });

  test("compares the parts of an input that the program sets before and after the change", () => {
    const result = planned({ mount: { path: "/a", size: 1 } }, { mount: { path: "/b", size: 1 } });
    expect(paths(result)).toEqual(["change mount.path"]);
    expect(result.replaces).toEqual([]);
  });

  test("plans the effect whose condition the change meets", () => {
    expect(planned({ size: 1 }, { size: 2 }).replaces).toEqual([]);
    expect(planned({ size: 2 }, { size: 1 }).replaces).toMatchObject([{ effect: { why: "it cannot shrink" } }]);
  });

  test("refuses a replacement that would destroy protected data", () => {
    expect(planned({ kind: "a" }, { kind: "b" })).toMatchObject({
      terms: { destroys: "data is lost" },
      refusals: [],
    });
    expect(planned({ kind: "a", precious: true }, { kind: "b", precious: true })).toMatchObject({
      refusals: [
        'kind is "a" on RunPod and "b" in the program; fixed. To keep the present value, write kind: "a" in the program. Data is lost: to accept that, set precious: false.',
      ],
      terms: { deleteFirst: "one at a time" },
    });
  });

  test("refuses a forbidden update in place", () => {
    expect(planned({ name: "locked" }, { name: "locked", tags: ["a"] })).toMatchObject({
      refusals: ["it is locked"],
      replaces: [],
    });
    expect(planned({ name: "locked" }, { name: "open" }).refusals).toEqual([]);
  });

  test("can plan a change although no input differs", () => {
    expect(paths(planned({ name: "a" }, { name: "a" }, [], { broken: true }))).toEqual(["change name"]);
    expect(paths(planned({ name: "a" }, { name: "b" }, [], { broken: true }))).toEqual(["change name"]);
  });
});

test("a template's revision grows only for changes that renew workers", () => {
  const heard = (olds: Values, news: Values, undeclared: Values = {}) => {
    const change = { olds: { image: "a", ...olds }, news: { image: "a", ...news }, state: { revision: 3 }, undeclared };
    return followedIn(template, plan(template.changes, change), change);
  };
  expect(heard({}, { image: "b" })).toMatchObject({ before: 3, revision: 4, changed: ["image"] });
  expect(heard({}, { name: "b" })).toMatchObject({ before: 3, revision: 3, changed: [] });
  expect(heard({}, { disk: 50 }, { disk: 50 })).toMatchObject({ before: 3, revision: 3, changed: [] });
  expect(heard({}, { disk: 60 }, { disk: 50 })).toMatchObject({ before: 3, revision: 4, changed: ["disk"] });
});

describe("an input that is not known at preview", () => {
  const unknown = "placeholder";

  test("makes Podwright plan a replacement if a new value could require a replacement", () => {
    expect(planned({ kind: "a" }, { kind: unknown }, [["kind"]]).replaces).toHaveLength(1);
    expect(planned({ size: 1 }, { size: 2 }, [["size"]]).replaces).toHaveLength(1);
  });

  test("makes Podwright plan an update if no new value could require a replacement", () => {
    const result = planned({ name: "a" }, { name: unknown }, [["name"]]);
    expect(paths(result)).toEqual(["change name"]);
    expect(result.replaces).toEqual([]);
  });

  test("does not make the rest of its mount unknown", () => {
    const result = planned({ mount: { path: "/a" } }, { mount: { path: unknown } }, [["mount", "path"]]);
    expect(paths(result)).toEqual(["change mount.path"]);
    expect(result.replaces).toEqual([]);
  });

  test("counts as a change of all its parts", () => {
    const news = { mount: unknown } as unknown as Values;
    expect(
      planned({ mount: { path: "/a", size: 1 } }, news, [["mount"]]).replaces.map(({ path }) => path),
    ).toContainEqual(["mount"]);
  });

  test("never makes a preview refuse the change", () => {
    const olds = { kind: "a", precious: true };
    const result = planned(olds, { kind: unknown, precious: true }, [["kind"]]);
    expect(result.refusals).toEqual([]);
    // The engine does not refuse either when an option of the program makes it replace.
    expect(result).not.toHaveProperty("refusedIfReplaced");
    expect(planned({ ...olds, name: "a" }, { ...olds, name: "b" })).toHaveProperty("refusedIfReplaced");
  });

  test("does not make a preview apply a conditional rule that refuses changes", () => {
    const result = planned({ size: 2, precious: true }, { size: 1, name: unknown, precious: true }, [["name"]]);
    expect(result.replaces).toHaveLength(1);
    expect(result.refusals).toEqual([]);
  });

  test("does not prevent the refusal of a change in another input", () => {
    const result = planned({ kind: "a", precious: true }, { kind: "b", name: unknown, precious: true }, [["name"]]);
    expect(result.refusals).toHaveLength(1);
  });
});
