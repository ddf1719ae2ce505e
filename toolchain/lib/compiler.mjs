// TypeScript 7, which checks and compiles this repository. It needs a fifth of the processor time of TypeScript 5.9. Version 5.9 stays for
// ts-node and the tools that use its JavaScript API, and tests check users' programs with it, because Pulumi loads it.

import { createRequire } from "node:module";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** Node runs this file. */
const program = join(dirname(require.resolve("@typescript/native/package.json")), "bin", "tsc");

/** The compiler starts so many checkers, and each checks shared types again. */
const checkers = Math.min(4, availableParallelism());

/**
 * Returns the arguments and the environment of Node for a run of the compiler.
 * @param {readonly string[]} args
 * @returns {{ readonly args: string[], readonly env: NodeJS.ProcessEnv }}
 */
export function compilerWith(args) {
  return {
    args: [program, ...args, "--checkers", String(checkers)],
    // The compiler ends after a few seconds. It would spend half of its processor time on collecting garbage.
    env: { ...process.env, GOGC: process.env.GOGC ?? "400" },
  };
}
