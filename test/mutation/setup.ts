// Runs before each test file of `npm run mutation`: answers the switches in the code, and notes which test reached which.
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, vi } from "vitest";

/** The mutant that is active in this run, and the tests that reach it; none while the reached ones are noted. */
interface Order {
  readonly active: number | null;
  readonly tests: readonly string[] | null;
}

const folder = process.env.MUTATION_FOLDER!;
const order: Order = JSON.parse(readFileSync(path.join(folder, "order.json"), "utf8"));
const reached: Record<string, number[]> = {};
const outsideTests = "";
let current = outsideTests;
let passes = 0;
// A test is slow now and then, but one whose mutant hangs should not take minutes.
vi.setConfig({ testTimeout: order.active === null ? 180_000 : 45_000 });
writeFileSync(path.join(folder, "pid"), String(process.pid));

Object.assign(globalThis, {
  __mutant(id: number): boolean {
    if (order.active === null) {
      reached[current] ??= [];
      if (!reached[current]!.includes(id)) reached[current]!.push(id);
    }
    if (id !== order.active) return false;
    if (++passes > 100_000) throw new Error("The mutant never ends.");
    return true;
  },
});

beforeEach(({ task, skip }) => {
  current = task.fullTestName ?? task.name;
  if (order.tests !== null && !order.tests.includes(current)) skip();
  return () => {
    current = outsideTests;
  };
});

afterAll(() => {
  if (order.active !== null) return;
  const name = (expect.getState().testPath ?? "").replaceAll(path.sep, "+");
  writeFileSync(path.join(folder, `${path.basename(name)}.reached.json`), JSON.stringify(reached));
});
