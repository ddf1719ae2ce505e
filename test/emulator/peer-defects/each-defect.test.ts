import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** How many defects of other providers, clients and tools of such platforms were found. */
const known = 37;

/** Those that nothing here can have, and why. */
const excused: Readonly<Record<number, string>> = {
  10: "a credential in a workflow file and a forced push are about how a repository is run, not about what it ships",
};

/** The number at the end of each test's name in the files beside this one. */
function tested(): number[] {
  return readdirSync(__dirname)
    .filter((name) => name.endsWith(".test.ts"))
    .flatMap((name) => readFileSync(join(__dirname, name), "utf8").split("\n"))
    .map((line) => /^ *test\(".+ \(peer defect (\d+)\)",/.exec(line)?.[1])
    .filter((number) => number !== undefined)
    .map(Number);
}

test("each known defect of another provider is tested once, or excused with a reason", () => {
  const numbers = [...tested(), ...Object.keys(excused).map(Number)];
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: known }, (_, index) => index + 1));
});
