import { execFile } from "node:child_process";
import { type DriftReport, driftReport } from "../../../../cli/drift/report";
import { podwrightProgram } from "../repository";
import type { TestStack } from "./stack";

export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line, or that of another package, in a stack's folder and environment. */
export async function runPodwright(
  stack: TestStack,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
  program = podwrightProgram,
): Promise<Ended> {
  const how = { cwd: stack.dir, env: await stack.environment(more), maxBuffer: 64 * 1024 * 1024 };
  return await new Promise((resume) => {
    execFile(process.execPath, [program, ...args], how, (error, out, err) =>
      resume({ exitCode: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}

/** The JSON report of `podwright drift`. */
export async function driftOf(
  stack: TestStack,
  args: readonly string[] = [],
  more: NodeJS.ProcessEnv = {},
): Promise<Ended & { readonly report: DriftReport }> {
  const ended = await runPodwright(stack, ["drift", "--stack", "test", "--output", "json", ...args], more);
  return { ...ended, report: driftReport.parse(JSON.parse(ended.out)) };
}
