import { expect, test } from "vitest";
import { type Meaning, sameMeaning, valueToSend } from "../../client/values/meaning";

test.each<[string, Meaning, unknown, unknown, boolean]>([
  ["an absent value is null", {}, undefined, null, true],
  ["an absent value is the default", { unset: false }, undefined, false, true],
  ["an empty text is a text", {}, "", undefined, false],
  ["an empty text is none where RunPod says so", { compare: "text" }, "", undefined, true],
  ["the order of a list counts", {}, ["a", "b"], ["b", "a"], false],
  ["the order of a set does not count", { compare: "set" }, ["a", "b"], ["b", "a"], true],
  ["the size of a set counts", { compare: "set" }, ["a"], ["a", "b"], false],
  ["the order of keys does not count", {}, { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  ["a function gives the form to compare", { compare: (value) => String(value).trim() }, " a", "a", true],
])("%s", (_, meaning, a, b, expected) => {
  expect(sameMeaning(meaning, a, b)).toBe(expected);
  expect(sameMeaning(meaning, b, a)).toBe(expected);
});

test("an update sends a different value, and neither an absent nor an equal value", () => {
  expect(valueToSend({}, 1, 2)).toBe(1);
  expect(valueToSend({}, 0, undefined)).toBe(0);
  expect(valueToSend({}, undefined, 2)).toBeUndefined();
  expect(valueToSend({}, 2, 2)).toBeUndefined();
  expect(valueToSend({ unset: 4 }, undefined, 2)).toBe(4);
  expect(valueToSend({ unset: 4 }, undefined, 4)).toBeUndefined();
});
