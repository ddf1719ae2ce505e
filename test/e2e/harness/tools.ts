import type { TestContext } from "vitest";
import { thisMachine } from "../../../toolchain/lib/engine/context.mjs";
import { findGo } from "../../../toolchain/lib/engine/go.mjs";
import { findTool, type Tool } from "../../../toolchain/lib/tool/find.mjs";

const machine = thisMachine(new AbortController().signal);

/** A tool that `npm test` gets where it can be had; a test that cannot do without is skipped, and says what is missing. */
export async function toolOrSkip(tool: Tool, context: TestContext): Promise<string> {
  const found = await findTool(machine, tool);
  if (found !== undefined) return found;
  return context.skip(tool.advice);
}

/** Go as the toolchain builds with it, so that what it has built is not built once more with other settings. */
export async function goOrSkip(
  context: TestContext,
): Promise<{ readonly go: string; readonly env: NodeJS.ProcessEnv }> {
  const found = await findGo(machine);
  if (found.problem !== undefined) return context.skip(`The tests of Go programs need one: ${found.problem}.`);
  return found;
}
