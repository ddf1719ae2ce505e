import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { podwrightProgram } from "../test/e2e/harness/repository";
import { inTurn } from "./pairs";

const run = promisify(execFile);

/** Measures the start of a command that sends nothing. Compares it with a Node process that does nothing. */
export async function commandLineStart(): Promise<string[]> {
  const lines = [];
  for (const [what, args] of [
    ["--help", ["--help"]],
    ["jobs run --help", ["jobs", "run", "--help"]],
    ["public models (loads the client)", ["public", "models"]],
  ] as const) {
    const command = () => timed([podwrightProgram, ...args]);
    const { a, b, ratio } = await inTurn(15, command, () => timed(["-e", "0"]));
    lines.push(`podwright ${what}: ${a.toFixed(0)} ms; an empty node: ${b.toFixed(0)} ms; ratio ${ratio.toFixed(2)}`);
  }
  return lines;
}

async function timed(args: readonly string[]): Promise<number> {
  const started = performance.now();
  await run("node", [...args]);
  return performance.now() - started;
}
