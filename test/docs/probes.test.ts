import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probes, unmeasurable } from "../../cli/doctor/live/probes/probes";
import { profile } from "../../cli/doctor/live/profile";
import { settingsOf } from "../../emulator/platform/options";

const page = readFileSync(join(__dirname, "../../docs/emulator.md"), "utf8");

/** The choices that the page lists, each on a line. */
function choices(): string[] {
  const [, section = ""] = /\*\*Choices where nothing is published\*\*\n(.*?)\n\*\*Missing\*\*/s.exec(page) ?? [];
  const rows = section.split("\n- ").slice(1);
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

test("every choice of the emulator has a probe that confirms it, or a reason why none can", () => {
  const known = [...probes, ...unmeasurable].flatMap((one) => ("run" in one ? one.confirms : one.choices) ?? []);
  expect(choices().length).toBeGreaterThan(20);
  expect(choices().filter((row) => !known.some((start) => row.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !choices().some((row) => row.startsWith(start)))).toEqual([]);
});

test("every choice is one claim, so that a probe which confirms it confirms all of it", () => {
  expect(choices().filter((row) => /[.;] \S/.test(row.replace(/`[^`]*`|\([^)]*\)/g, "")))).toEqual([]);
});

test("every option of the emulator is set by a report, or has a reason why not", () => {
  const notBehaviour = ["apiKey", "seed"];
  const unmeasured = unmeasurable
    .flatMap(({ others = [] }) => others)
    .map((what) => what.replace(/^`--|`$/g, "").replace(/-./g, ([, letter = ""]) => letter.toUpperCase()));
  const known = [...notBehaviour, ...unmeasured, ...Object.keys(profile.shape)];
  expect(Object.keys(settingsOf({})).filter((option) => !known.includes(option))).toEqual([]);
});

test("no two probes have one name", () => {
  const names = probes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
