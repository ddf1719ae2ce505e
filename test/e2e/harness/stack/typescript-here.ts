import ts from "typescript";
import { vi } from "vitest";
import type { TestStack } from "./stack";

/**
 * Sets a TypeScript program for the next commands, which run it in this process. A process of its own would load Pulumi's SDK again
 * for each command.
 */
export function runTypeScriptHere(stack: TestStack, text: string): void {
  const { outputText } = ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  stack.runHere(outputText);
  // Functions that the program calls read the environment of this process.
  for (const [name, value] of Object.entries(stack.env)) if (name.startsWith("PODWRIGHT_")) vi.stubEnv(name, value);
}
