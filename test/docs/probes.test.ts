import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { probes } from "../../cli/assumptions/probes/probes";
import { profile } from "../../cli/assumptions/profile";
import { datesOfRecordings } from "../../docs/generate/assumption-table";
import { unmeasurable } from "../../docs/generate/unmeasurable";
import { unprobed } from "../../docs/generate/unprobed/unprobed";
import { optionNames } from "../../emulator/platform/options";

const page = readFileSync(join(__dirname, "../../docs/contributing/emulator-evidence.md"), "utf8");

/** The choices on the page, each in one line. */
function choices(): string[] {
  const [, section = ""] = /^## Choices of the emulator\n(.*)$/ms.exec(page) ?? [];
  return [...section.matchAll(/^- (.+(?:\n {2}.+)*)/gm)].map(([, row = ""]) => row.replace(/\s+/g, " ").trim());
}

test("podwright doctor checks each of the emulator's assumptions about RunPod or says why a check is impossible", () => {
  const known = [...probes, ...unmeasurable].flatMap((one) => ("run" in one ? one.confirms : one.choices) ?? []);
  expect(choices().length).toBeGreaterThan(20);
  expect(choices().filter((row) => !known.some((start) => row.startsWith(start)))).toEqual([]);
  expect(known.filter((start) => !choices().some((row) => row.startsWith(start)))).toEqual([]);
});

test("every assumption that the emulator makes about RunPod states only one thing", () => {
  expect(choices().filter((row) => /[.;] \S/.test(row.replace(/`[^`]*`|\([^)]*\)/g, "")))).toEqual([]);
});

test("a list names every emulator option whose real value podwright doctor cannot measure", () => {
  const notBehaviour = ["apiKey", "seed"];
  const unmeasured = unmeasurable
    .flatMap(({ others = [] }) => others)
    .map((what) => what.replace(/^`--|`$/g, "").replace(/-./g, ([, letter = ""]) => letter.toUpperCase()));
  const known = [...notBehaviour, ...unmeasured, ...Object.keys(profile.shape)];
  expect(optionNames.filter((option) => !known.includes(option))).toEqual([]);
});

test("each probe of podwright doctor has a unique name", () => {
  const names = probes.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe("the table of assumptions about RunPod", () => {
  const all = [...probes, ...unprobed];

  test("names every recording of RunPod as evidence", () => {
    const named = all.flatMap(({ evidence }) => evidence.flatMap((one) => ("recording" in one ? [one.recording] : [])));
    expect([...new Set(named)].sort()).toEqual([...datesOfRecordings().keys()].sort());
  });

  test("lists each assumption once", () => {
    const assumptions = all.map(({ assumption }) => assumption);
    expect(assumptions.length).toBeGreaterThan(60);
    expect(new Set(assumptions).size).toBe(assumptions.length);
  });

  test("names only probes that podwright doctor has", () => {
    const known = probes.map(({ name }) => name);
    const named = unprobed.flatMap(({ reason }) =>
      [...reason.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name]) => name),
    );
    expect(named).not.toEqual([]);
    expect(named.filter((name) => !known.includes(name ?? ""))).toEqual([]);
  });
});
