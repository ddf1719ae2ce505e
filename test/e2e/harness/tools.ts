import type { TestContext } from "vitest";
import { findGo } from "../../../toolchain/lib/go.mjs";
import { thisMachine } from "../../../toolchain/lib/machine.mjs";
import type { TestTool } from "../../../toolchain/lib/test-tools/tools.mjs";

/** A tool that `npm test` gets; a test of a machine without it is skipped, and reports what to do. */
export function toolOrSkip(tool: TestTool, { skip }: Pick<TestContext, "skip">): string {
  return tool.find(thisMachine()) ?? skip(`There is no ${tool.name} here. ${tool.advice}`);
}

/** For `test.skipIf`, where tests share what runs on the tool. */
export const isMissing = (...tools: readonly TestTool[]): boolean =>
  tools.some((tool) => tool.find(thisMachine()) === undefined);

export function requireTool(tool: TestTool): string {
  const found = tool.find(thisMachine());
  if (found === undefined) throw new Error(`There is no ${tool.name} here. ${tool.advice}`);
  return found;
}

/** Go as the toolchain builds with it, so that what it has built is not built once more with other settings. */
export function goOrSkip({ skip }: Pick<TestContext, "skip">): {
  readonly go: string;
  readonly env: NodeJS.ProcessEnv;
} {
  return findGo(thisMachine()) ?? skip("The tests of Go programs need Go, and there is none on this machine.");
}
