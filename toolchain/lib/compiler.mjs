// TypeScript 7, which checks and compiles this repository in less than half of the processor time of TypeScript 5.9. Version 5.9 stays for
// ts-node and the tools that use its JavaScript API, and tests check users' programs with it, because Pulumi loads it.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const root = fileURLToPath(new URL("../..", import.meta.url));

/** Node runs this file. */
const program = join(dirname(require.resolve("@typescript/native/package.json")), "bin", "tsc");

/** The compiler starts so many checkers, and each checks shared types again. */
const checkers = Math.min(4, availableParallelism());

/**
 * Runs the compiler in the repository's folder, and returns its exit code.
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function compile(args) {
  // The compiler ends after a few seconds. It would spend half of its processor time on collecting garbage.
  const env = { ...process.env, GOGC: process.env.GOGC ?? "400" };
  const all = [program, ...args, "--checkers", String(checkers)];
  const [status] = await once(spawn(process.execPath, all, { cwd: root, env, stdio: "inherit" }), "exit");
  return status ?? 1;
}
