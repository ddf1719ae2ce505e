import { execFile } from "node:child_process";
import { resolve } from "node:path";
import type { TestStack } from "./stack";

const podwright = resolve(__dirname, "../../../dist/cli/main.js");

export interface Ended {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line in a stack's folder and environment. */
export function runPodwright(
  { dir, env }: Pick<TestStack, "dir" | "env">,
  args: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Ended> {
  return new Promise((resume) => {
    const how = { cwd: dir, env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 };
    execFile(process.execPath, [podwright, ...args], how, (error, out, err) =>
      resume({ exitCode: error === null ? 0 : Number(error.code), out, err }),
    );
  });
}
