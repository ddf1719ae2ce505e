// Runs before every test file. Files of a worker share its process, so a variable or a folder that one file leaves behind would change
// the next file, which loads its modules before Vitest restores anything.
import { afterAll, expect, vi } from "vitest";

const shared = () => ({ folder: process.cwd(), variables: { ...process.env } });
const before = shared();

// Vitest runs the first registered hook last, so a file has cleaned up before this check.
afterAll(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  expect(shared(), "this test file leaves a variable or a working folder behind").toEqual(before);
});
