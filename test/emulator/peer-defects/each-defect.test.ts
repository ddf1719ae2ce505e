import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** How many defects of other providers, clients and tools of such platforms were found. */
const known = 37;

/** Those that nothing here can have, and why. */
const excused: Readonly<Record<number, string>> = {
  10: "a credential in a workflow file and a forced push are about how a repository is run, not about what it ships",
};

/** The numbers at the end of the names of tests. */
function tested(): number[] {
  return globSync("{client,provider,emulator}/**/*.test.ts", { cwd: join(__dirname, "../..") })
    .map((file) => readFileSync(join(__dirname, "../..", file), "utf8"))
    .flatMap((text) => [...text.matchAll(/ \(peer defect (\d+)\)",\s+(async )?\(/g)])
    .map(([, number]) => Number(number));
}

test("each known defect of another provider is tested once, or excused with a reason", () => {
  const numbers = [...tested(), ...Object.keys(excused).map(Number)];
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: known }, (_, index) => index + 1));
});
