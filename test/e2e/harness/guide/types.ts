import { spawnSync } from "node:child_process";
import { expect } from "vitest";
import { tsc } from "../repository";

/** Checks a project's types with the project's own packages. */
export function expectWellTyped(project: string): void {
  const { status, stdout } = spawnSync(process.execPath, [tsc, "-p", project, "--noEmit"], { encoding: "utf8" });
  expect(stdout).toBe("");
  expect(status).toBe(0);
}
