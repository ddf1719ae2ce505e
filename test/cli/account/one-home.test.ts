import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const filesOf = (part: "cli" | "provider") => {
  const folder = join(__dirname, "../../..", part);
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => ({ name, code: withoutComments(readFileSync(join(folder, name), "utf8")) }));
};
const files = filesOf("cli");

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

function filesWith(pattern: RegExp, among = files): string[] {
  return among
    .filter(({ code }) => pattern.test(code))
    .map(({ name }) => name)
    .toSorted();
}

test("only one module says whose a resource is, and a command that changes a resource asks it", () => {
  expect(filesWith(/\b(originInName|originOf)\(/)).toEqual([
    "account/ownership.ts",
    // Only shows the creator.
    "drift/unmanaged.ts",
  ]);
  expect(filesWith(/\bfindItem\(/)).toEqual([
    // Only reads bills.
    "account/resource-id.ts",
    // With `claimOf`.
    "operate/choose.ts",
  ]);
  const changes = /\b(deleteResource|pods\.act|purgeQueue|patch|saveEndpoint|endpoints\.(update|delete))\(/;
  expect(filesWith(changes)).toEqual([
    "account/delete.ts",
    // Only what the probes created.
    "assumptions/ledger.ts",
    "assumptions/probes/endpoints.ts",
    "assumptions/probes/pods.ts",
    "assumptions/probes/workers.ts",
    // With `claimOf`.
    "guard/stop.ts",
    "jobs/queue.ts",
    "operate/act.ts",
    // With the judge in `provider/ownership`.
    "recover/delete-found.ts",
  ]);
});

test("only one module reads the settings of a stack's providers, and only commands for the default provider skip it", () => {
  expect(filesWith(/\breadSettings\(/)).toEqual([
    "account/providers.ts",
    // The account of the machine, which doctor examines.
    "doctor/doctor.ts",
    "doctor/live/run.ts",
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

test("only one module prints commands of Pulumi that change a state, and a story runs each of them", () => {
  const withArguments = /pulumi (import|state (delete|move)|stack (rm|import)) (?!--file)[^\s`"]/;
  expect(filesWith(withArguments)).toEqual([]);
  // The pages of the plugin show the form of the command.
  expect(filesWith(withArguments, filesOf("provider"))).toEqual(["pulumi/state-commands.ts", "schema/files.ts"]);
});
