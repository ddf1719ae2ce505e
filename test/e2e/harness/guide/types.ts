import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect } from "vitest";

const tsc = join(resolve(__dirname, "../../../.."), "node_modules/.bin/tsc");

/** Checks a project's types with the project's own packages. */
export function expectWellTyped(project: string): void {
  const { status, stdout } = spawnSync(tsc, ["-p", project, "--noEmit"], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
}
