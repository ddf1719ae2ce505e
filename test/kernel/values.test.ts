import { describe, expect, test } from "vitest";
import { parseDuration as flagDuration } from "../../cli/flags/inputs";
import { formatDuration, parseDuration } from "../../kernel/duration";
import { formatPath, overlaps, parsePath, valueAt } from "../../kernel/values";
import { generateName, isAutonamed, type Markers, requireMarker } from "../../provider/planning/marker";
import { fc } from "../support/property";

describe("a path to a value", () => {
  test("has quotes around keys that are no identifiers", () => {
    expect(formatPath(["env", "MY-KEY"])).toBe('env["MY-KEY"]');
    expect(formatPath(["mounts", "network", 0, "volumeId"])).toBe("mounts.network[0].volumeId");
    expect(formatPath([])).toBe("");
  });

  test("can be printed and read back", () => {
    for (const text of ["name", "mounts.network[0].volumeId", "gpu.allowedCudaVersions"]) {
      expect(formatPath(parsePath(text))).toBe(text);
    }
  });

  test("overlaps only with the paths of its parents and its parts", () => {
    expect(overlaps(["mounts"], ["mounts", "network", 0])).toBe(true);
    expect(overlaps(["mounts", "network", 0], ["mounts"])).toBe(true);
    expect(overlaps(["mounts", "network"], ["mounts", "persistent"])).toBe(false);
  });

  test("finds no value inside a missing value", () => {
    expect(valueAt({ mounts: "placeholder" }, ["mounts", "network", 0])).toBeUndefined();
    expect(valueAt({ list: [1] }, ["list", "length"])).toBeUndefined();
  });
});

describe("a duration", () => {
  test.each([
    ["90s", 90_000],
    ["1h30m", 5_400_000],
    ["1.5h", 5_400_000],
    ["250ms", 250],
    ["10m0s", 600_000],
    ["7d", 604_800_000],
    ["2m 5s", 125_000],
  ])("such as %s has the same meaning in a program and on the command line", (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
    expect(flagDuration(text)).toBe(ms);
  });

  test.each(["", "10", "10 m", "-5s", "5x", "m", "5s ", "5s  3s"])("may not be written as %j", (text) => {
    expect(() => parseDuration(text)).toThrow("is not a duration such as 90s, 10m or 1h30m");
  });

  test.each([
    [0, "0s"],
    [40, "40ms"],
    [45_000, "45s"],
    [59_600, "1m"],
    [125_000, "2m 5s"],
    [3_600_000, "1h"],
    [5_400_000, "1h 30m"],
    [7_200_000, "2h"],
    [604_800_000, "7d"],
    [93_784_000, "1d 2h"],
  ])("of %d ms is printed as %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
    // Reading the printed text back gives what it says.
    expect(formatDuration(parseDuration(text))).toBe(text);
  });

  test("can be printed and read again", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_599 }), (seconds) => {
        expect(parseDuration(formatDuration(seconds * 1_000).replaceAll(" ", ""))).toBe(seconds * 1_000);
      }),
    );
  });
});

describe("a generated name", () => {
  test("consists of the resource's name and seven random characters", () => {
    const names = Array.from({ length: 200 }, () => generateName("web"));
    expect(new Set(names).size).toBe(200);
    for (const name of names) expect(name).toMatch(/^web-[0-9a-f]{7}$/);
  });

  test("is the marker of a create even if the user chose another name", () => {
    expect(isAutonamed({ name: "web-1", __autoname: "web-1" })).toBe(true);
    expect(isAutonamed({ name: "mine", __autoname: "web-1" })).toBe(false);
    expect(requireMarker({ __autoname: "web-1" })).toBe("web-1");
  });

  test("proves which create made a resource, unlike a user-chosen name", () => {
    const unmarked: Markers & { name: string } = { name: "mine" };
    expect(isAutonamed(unmarked)).toBe(false);
    expect(() => requireMarker(unmarked)).toThrow("the inputs contain no creation marker");
  });
});
