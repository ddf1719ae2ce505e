import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const folder = join(__dirname, "../../../cli");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts"))
  .map((name) => ({ name: name, code: withoutComments(readFileSync(join(folder, name), "utf8")) }));

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function filesWith(pattern: RegExp): string[] {
  return files
    .filter(({ code }) => pattern.test(code))
    .map(({ name }) => name)
    .toSorted();
}

test("only one module reads the settings of a stack's providers, and only commands for the default provider skip it", () => {
  expect(filesWith(/\breadSettings\(/)).toEqual([
    "account/providers.ts",
    // The account of the machine, which doctor examines.
    "doctor/command.ts",
    "doctor/doctor.ts",
    "stack/connection.ts",
  ]);
  expect(filesWith(/\bsettingsOf\(/)).toEqual([
    "account/providers.ts",
    // The import goes through the default provider.
    "adopt/adopt.ts",
    // A plan or a bill without an explicit provider.
    "billing/bills.ts",
    "cost/stack-cost.ts",
    // The migrated resources have the default provider.
    "migrate/command.ts",
    // Only the address, for the journal.
    "recover/recover.ts",
    "stack/connection.ts",
  ]);
  expect(filesWith(/envVarMappings/)).toEqual(["account/providers.ts"]);
});

test("only one module searches folders for programs", () => {
  expect(filesWith(/\bprojectFiles\b/)).toEqual(["stack/programs.ts", "stack/project-file.ts"]);
  expect(filesWith(/\bprogramsIn\(/)).toEqual(["stack/every-stack.ts", "stack/programs.ts"]);
  expect(filesWith(/\b(stacksBelow|stacksOfBackend)\(/)).toEqual(["flags/locations.ts", "stack/every-stack.ts"]);
});
