import { describe, expect, test } from "vitest";
import { missingTests } from "../../../docs/generate/coverage";
import { areas } from "../../interface/areas";
import { titlesOf } from "../../interface/test-titles";

describe("the interface, row by row", () => {
  test.each(areas)("$title: every row has a test, and each that it names is there", ({ rows }) => {
    expect(rows.filter(({ shownBy }) => shownBy.length === 0)).toEqual([]);
    expect(rows.flatMap(missingTests)).toEqual([]);
    expect(new Set(rows.map(({ about }) => about)).size).toBe(rows.length);
  });
});

describe("a test is found by its title", () => {
  const file = `
    import { cases } from "./cases";
    const states = [["RUNNING", 1], ["EXITED", 2]];
    test("stands alone", () => {});
    test.skip("is skipped", () => {});
    describe("a pod", () => {
      test.each(states)("in %s has %d", () => {});
      test.each(cases)("$name as $path", () => {});
      describe.skip("one day", () => {
        test("flies", () => {});
      });
    });
    describe.each(["array", "object"] as const)("over %s", () => {
      test("is read", () => {});
    });
  `;
  const titles = titlesOf(file, () => 'export const cases = [used("listPods", "GET /v2/pods")];');

  test.each([
    ["stands alone", true],
    ["a pod > in RUNNING has 1", true],
    ["a pod > in %s has %d", true],
    ["a pod > listPods as /v2/pods", true],
    ["over array > is read", true],
    ["is skipped", false],
    ["a pod > one day > flies", false],
    ["a pod > in ERROR has 1", false],
    ["a pod > dropPods as /v2/pods", false],
    ["over list > is read", false],
    ["in RUNNING has 1", false],
    ["stands", false],
  ])("%s: %s", (title, isThere) => {
    expect(titles.has(title)).toBe(isThere);
  });
});
