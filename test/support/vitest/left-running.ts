// Runs before every file of the unit tests and of the emulator's tests. Files of a worker share its process, so what one file leaves
// running would take time from the next files, send them requests, or end only with the worker.
import { setTimeout } from "node:timers/promises";
import { afterAll, expect, vi } from "vitest";

/** Node's names of what keeps working after a test. A timer that does not keep the process alive is not among them. */
const working = ["Timeout", "Immediate", "TCPServerWrap", "TCPSocketWrap", "ProcessWrap", "FSEventWrap", "StatWatcher"];

/**
 * Milliseconds that closed connections and killed processes may take to end. Only the test of this guard sets the variable, because
 * `environment.ts` removes it in all other runs.
 */
const PATIENCE_MS = Number(process.env.PODWRIGHT_LEFT_RUNNING_MS ?? 5_000);

function counted(): Readonly<Record<string, number>> {
  const all = process.getActiveResourcesInfo();
  return Object.fromEntries(working.map((kind) => [kind, all.filter((one) => one === kind).length]));
}

/**
 * What earlier files of this worker left. A count at the start of a file would not do: Vitest reports results with a timer of 100 ms,
 * and if that timer ran at the start and not at the end, it would hide a timer of the file.
 */
const worker = globalThis as { leftByEarlierFiles?: Readonly<Record<string, number>> };
const before = worker.leftByEarlierFiles ?? {};

/** Returns the kinds of which there are more than earlier files left. */
const left = () => Object.entries(counted()).flatMap(([kind, now]) => (now > (before[kind] ?? 0) ? [kind] : []));

// Vitest runs the first registered hook last, so a file has cleaned up before this check.
afterAll(async () => {
  expect(vi.isFakeTimers(), "this test file leaves Vitest's fake timers behind").toBe(false);
  // Connections and processes end in later turns of the event loop. These pauses count as no timer.
  for (const began = Date.now(); left().length > 0 && Date.now() - began < PATIENCE_MS; )
    await setTimeout(10, undefined, { ref: false });
  const kinds = left();
  // Only the file that left something fails, and not the files after it.
  worker.leftByEarlierFiles = counted();
  expect(kinds, "this test file leaves timers, servers, connections or processes behind").toEqual([]);
});
