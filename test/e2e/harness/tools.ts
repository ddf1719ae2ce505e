import type { TestContext } from "vitest";
import { findGo } from "../../../toolchain/lib/go.mjs";
import { thisMachine } from "../../../toolchain/lib/machine.mjs";
import type { TestTool } from "../../../toolchain/lib/test-tools/tools.mjs";

/** A tool that `npm run test:long` installs; a machine without it skips the test and prints advice. */
export function toolOrSkip(tool: TestTool, { skip }: Pick<TestContext, "skip">): string {
  return tool.find(thisMachine()) ?? skip(`There is no ${tool.name} here. ${tool.advice}`);
}

/** For `test.skipIf` if several tests share a setup that needs the tool. */
export const isMissing = (...tools: readonly TestTool[]): boolean =>
  tools.some((tool) => tool.find(thisMachine()) === undefined);

export function requireTool(tool: TestTool): string {
  const found = tool.find(thisMachine());
  if (found === undefined) throw new Error(`There is no ${tool.name} here. ${tool.advice}`);
  return found;
}

/** Go with the toolchain's build settings, so that Go reuses the toolchain's builds. */
export function goOrSkip({ skip }: Pick<TestContext, "skip">): {
  readonly go: string;
  readonly env: NodeJS.ProcessEnv;
} {
  return findGo(thisMachine()) ?? skip("The tests of Go programs need Go, and there is none on this machine.");
}
