import { describe, expect, test } from "vitest";
import type { Values } from "../../../kernel/values";
import { isLeftAlone, leavingNothingAlone, sentValue } from "../../../provider/planning/truths";

type Facts = Parameters<typeof isLeftAlone>[0];

const plain: Facts = {};
const set: Facts = { unset: [], compare: "set" };
const text: Facts = { unset: null, compare: "text" };
const removable: Facts = { removed: "", compare: "text" };
const map: Facts = { unset: {}, platformKeys: /^RUNPOD_/ };

/** Absent values do not appear in the truths. */
interface Values4 {
  readonly olds?: unknown;
  readonly news?: unknown;
  /** Default: the old value. */
  readonly state?: unknown;
  readonly live?: unknown;
}

const absent = Symbol("absent");
const bag = (value: unknown): Values => (value === undefined || value === absent ? {} : { it: value });

function sent(facts: Facts, { olds, news, state = olds, live }: Values4): unknown {
  const truths = { olds: bag(olds), news: bag(news), state: bag(state) };
  const value = sentValue(facts, "it", truths, live);
  if (isLeftAlone(facts, "it", truths)) expect(value).toBeUndefined();
  return value;
}

describe("an update", () => {
  test.each<[string, Facts, Values4, unknown]>([
    ["that the program changed", plain, { olds: 1, news: 2, live: 1 }, 2],
    ["that the program newly declares", plain, { news: 2, live: 1 }, 2],
    ["that the last update failed to send", plain, { olds: 2, news: 2, state: 1, live: 1 }, 2],
    ["for a changed input that also changed outside", plain, { olds: 1, news: 2, live: 3 }, 2],
    ["for an input that becomes null, if null has a meaning", text, { olds: "CZ", news: null, live: "CZ" }, null],
    ["for a default that the program newly declares", { unset: false }, { news: false, live: true }, false],
    ["for a removed input, namely the default", { unset: "plain" }, { olds: "odd", live: "odd" }, "plain"],
    ["for a removed input, namely the value that RunPod reads as unset", removable, { olds: "12.1", live: "12.1" }, ""],
    ["for a removed input that RunPod does not report", { removed: 1 }, { olds: 2, live: undefined }, 1],
    ["for a list that becomes empty", set, { olds: ["a"], news: [], live: ["a"] }, []],
    ["for an empty list that the program newly declares", set, { news: [], live: ["a"] }, []],
    ["for an empty text, namely the default", text, { olds: "CZ", news: "", live: "CZ" }, null],
    ["for an empty text that the program newly declares", text, { news: "", live: "CZ" }, null],
    ["for a set with a new element", set, { olds: ["a"], news: ["b", "a"], live: ["a"] }, ["b", "a"]],
    ["for a map with a new key", map, { news: { A: "1" }, live: {} }, { A: "1" }],
    [
      "for a map, together with keys that another user added",
      map,
      { news: { A: "1" }, live: { B: "2" } },
      { B: "2", A: "1" },
    ],
    ["for a map, without a removed key", map, { olds: { A: "1" }, news: {}, live: { A: "1", B: "2" } }, { B: "2" }],
    ["for a map, without a key that only the state has", map, { state: { A: "1" }, live: { A: "1" } }, {}],
    [
      "for a map, together with another user's value of an unchanged key",
      map,
      { olds: { A: "1", B: "1" }, news: { A: "1", B: "2" }, live: { A: "outside", B: "1" } },
      { A: "outside", B: "2" },
    ],
    [
      "for a map with a key that the last update failed to send",
      map,
      { olds: { A: "2" }, news: { A: "2" }, state: { A: "1" }, live: { A: "1" } },
      { A: "2" },
    ],
    ["for a map with the key `constructor`", map, { news: { constructor: "1" }, live: {} }, { constructor: "1" }],
  ])("sends a value %s", (_, facts, values, expected) => {
    expect(sent(facts, values)).toEqual(expected);
  });
});

describe("an update", () => {
  test.each<[string, Facts, Values4]>([
    ["for an unchanged input that another user changed", plain, { olds: 1, news: 1, live: 3 }],
    ["for an unchanged input that the state lacks", plain, { olds: 1, news: 1, state: absent, live: 3 }],
    ["for an input that the program leaves out", plain, { live: 3 }],
    ["for a changed value that RunPod already has", plain, { olds: 1, news: 2, live: 2 }],
    ["for a removed input without a default", plain, { olds: 1, live: 1 }],
    ["for a newly declared default, if RunPod has the same value", { unset: false }, { news: false }],
    ["for a removed default that another user changed", { unset: false }, { olds: false, live: true }],
    ["for a newly declared empty list, if RunPod has no list", set, { news: [], live: [] }],
    ["for a removed empty list that another user changed", set, { olds: [], live: ["a"] }],
    ["for an outside change, if the program changes null to an empty text", text, { olds: null, news: "", live: "CZ" }],
    ["for a reordered set that another user changed", set, { olds: ["a", "b"], news: ["b", "a"], live: ["c"] }],
    ["for a changed set that RunPod has in another order", set, { olds: ["a"], news: ["a", "b"], live: ["b", "a"] }],
    ["for an unchanged map that another user changed", map, { olds: { A: "1" }, news: { A: "1" }, live: { A: "2" } }],
    ["for a newly declared empty map, if another user added keys", map, { news: {}, live: { A: "1" } }],
    ["for a map that RunPod already has", map, { olds: {}, news: { A: "1" }, live: { A: "1", B: "2" } }],
    ["for a removed map that RunPod no longer has", map, { olds: { A: "1" }, live: {} }],
  ])("sends no value %s", (_, facts, values) => {
    expect(sent(facts, values)).toBeUndefined();
  });
});

test("an update that reverts drift sends each declared value that differs on RunPod", () => {
  const truths = leavingNothingAlone({ image: "a", ports: [] }, { image: "b", ports: [], args: "x" });
  expect(sentValue(plain, "image", truths, "b")).toBe("a");
  expect(sentValue(set, "ports", truths, [])).toBeUndefined();
  expect(sentValue({ unset: "" }, "args", truths, "x")).toBe("");
});
