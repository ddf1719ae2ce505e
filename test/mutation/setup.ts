// Runs before each test file of `npm run mutation`, and notes which test reached which switch.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, expect, vi } from "vitest";
import { reached as inThisProcess } from "./switches.mjs";

/** The mutant that is active in this run, and the tests that reach it; none while the reached ones are noted. */
interface Order {
  readonly active: number | null;
  readonly tests: readonly string[] | null;
}

const folder = process.env.MUTATION_FOLDER!;
const order: Order = JSON.parse(readFileSync(path.join(folder, "order.json"), "utf8"));
const reached: Record<string, number[]> = {};
const outsideTests = "";
// A test is slow now and then, but one whose mutant hangs should not take minutes.
vi.setConfig({ testTimeout: order.active === null ? 180_000 : 45_000 });
writeFileSync(path.join(folder, "pid"), String(process.pid));
// For the processes that tests start. No test hears of the one that the tests were started with.
process.env.NODE_OPTIONS = `--import ${pathToFileURL(path.join(__dirname, "switches.mjs"))}`;

/** What was reached since the last call, by the processes that tests have started, too. */
function takeReached(by: string): void {
  const file = path.join(folder, "reached");
  if (!existsSync(file)) return;
  const ids = readFileSync(file, "utf8").trim().split("\n").map(Number);
  reached[by] = [...new Set([...(reached[by] ?? []), ...ids])];
  rmSync(file);
  inThisProcess.clear();
}

beforeEach(({ task, skip }) => {
  const name = task.fullTestName ?? task.name;
  if (order.tests !== null && !order.tests.includes(name)) skip();
  takeReached(outsideTests);
  return () => takeReached(name);
});

afterAll(() => {
  if (order.active !== null) return;
  takeReached(outsideTests);
  const name = (expect.getState().testPath ?? "").replaceAll(path.sep, "+");
  writeFileSync(path.join(folder, `${path.basename(name)}.reached.json`), JSON.stringify(reached));
});
