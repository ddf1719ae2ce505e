import { execFile, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestContext } from "vitest";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { goOrSkip, toolOrSkip } from "../harness/tools";

/** Without a compile cache, Pulumi's own Go SDK takes minutes. */
export const compilingGo = 900_000;

/** Builds a package under `examples/go` once, beside the SDK; Pulumi would build it with every command. */
export async function buildGoProgram({ dir }: TestStack, context: TestContext, program: string): Promise<void> {
  const { go, env } = goOrSkip(context);
  // Without an engine's address, the program only reports that it needs one.
  const host = spawnSync("pulumi-language-go", { timeout: 10_000 });
  context.skip(host.error !== undefined, "The engine on this machine runs no programs in Go.");
  const binary = join(dir, "program");
  const cwd = join(repository, "examples/go");
  await promisify(execFile)(go, ["build", ...BUILD_FLAGS, "-o", binary, program], { cwd, env });
  const project = join(dir, "Pulumi.yaml");
  const runtime = JSON.stringify({ name: "go", options: { binary } });
  writeFileSync(project, readFileSync(project, "utf8").replace(/^runtime: go$/m, `runtime: ${runtime}`));
}

export function installPythonSdk(stack: TestStack, context: TestContext): void {
  usePython(stack, toolOrSkip(sdkPython, context));
}

/** The stack's programs run in that Python's virtual environment. */
export function usePython(stack: TestStack, python: string): void {
  const bin = dirname(python);
  stack.env.VIRTUAL_ENV = dirname(bin);
  stack.env.PATH = `${bin}${delimiter}${stack.env.PATH}`;
}
