import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { probes, unmeasurable } from "../../cli/doctor/live/probes/probes";

const page = readFileSync(join(__dirname, "../../docs/emulator.md"), "utf8");

/** The choices that the page lists, each on a line. */
function choices(): string[] {
  const [, section = ""] = /\*\*Choices where nothing is published\*\*\n(.*?)\n\*\*Missing\*\*/s.exec(page) ?? [];
  const rows = section.split("\n- ").slice(1);
  return rows.map((row) => row.replace(/\s+/g, " ").trim());
}

test("every choice of the emulator has a probe that confirms it, or a reason why none can", () => {
  const known = [...probes.flatMap(({ confirms = [] }) => confirms), ...unmeasurable.map(({ row }) => row)];
  expect(choices().length).toBeGreaterThan(20);
  expect(choices().filter((row) => !known.some((start) => row.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !choices().some((row) => row.startsWith(start)))).toEqual([]);
});

test("no two probes have one name", () => {
  const names = probes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
