import { describe, expect, test } from "vitest";
import { requireNode } from "../../toolchain/lib/machine.mjs";
import { isAtLeast } from "../../toolchain/lib/versions.mjs";

describe("the toolchain", () => {
  test.each([
    ["v3.259.0", "3.220.0", true],
    ["3.220.0", "3.220.0", true],
    ["v3.99.9", "3.220.0", false],
    ["v4.0.0", "3.220.0", true],
    ["v3.220.0-alpha.1", "3.220.0", false],
    ["v3.221.0-alpha.1", "3.220.0", true],
    ["go1.26.8", "1.25.11", true],
    ["go1.25", "1.25.11", false],
    ["devel", "1.25.11", false],
    ["", "3.220.0", false],
  ])("compares versions: version %s is at least %s: %s", (actual, floor, expected) => {
    expect(isAtLeast(actual, floor)).toBe(expected);
  });

  test("refuses an old Node with a sentence that names the version to install", () => {
    expect(() => requireNode("18.20.0")).toThrow(/needs Node\.js 20.*this is 18\.20\.0.*nodejs\.org/);
    expect(() => requireNode("20.20.2")).not.toThrow();
  });
});
