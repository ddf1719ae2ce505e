import { expect, test } from "vitest";
import { type Meaning, sameMeaning, valueToSend } from "../../kernel/meaning";

test.each<[string, Meaning, unknown, unknown, boolean]>([
  ["an absent value equals null", {}, undefined, null, true],
  ["an absent value equals its default", { unset: false }, undefined, false, true],
  ["an empty text differs from an absent text", {}, "", undefined, false],
  ["an empty text equals an absent text if the field treats both alike", { compare: "text" }, "", undefined, true],
  ["two lists differ if their order differs", {}, ["a", "b"], ["b", "a"], false],
  ["two sets are the same in any order", { compare: "set" }, ["a", "b"], ["b", "a"], true],
  ["an absent list equals an empty set", { compare: "set" }, undefined, [], true],
  ["two texts of names are the same in any order", { compare: "tokens" }, "US, CZ", "CZ,US,CZ", true],
  ["two texts of names differ if one has another name", { compare: "tokens" }, "US", "US,CZ", false],
  ["an empty text of names equals an absent text", { compare: "tokens" }, "", null, true],
  ["two sets differ if their sizes differ", { compare: "set" }, ["a"], ["a", "b"], false],
  ["two objects are the same in any order of their keys", {}, { a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [
    "two values are equal if a declared function makes them equal",
    { compare: (value) => String(value).trim() },
    " a",
    "a",
    true,
  ],
])("for Podwright, %s", (_, meaning, a, b, expected) => {
  expect(sameMeaning(meaning, a, b)).toBe(expected);
  expect(sameMeaning(meaning, b, a)).toBe(expected);
});

test("an update sends a value only if RunPod has another value", () => {
  expect(valueToSend({}, 1, 2)).toBe(1);
  expect(valueToSend({}, 0, undefined)).toBe(0);
  expect(valueToSend({}, undefined, 2)).toBeUndefined();
  expect(valueToSend({}, 2, 2)).toBeUndefined();
  expect(valueToSend({ unset: 4 }, undefined, 2)).toBe(4);
  expect(valueToSend({ unset: 4 }, undefined, 4)).toBeUndefined();
});
