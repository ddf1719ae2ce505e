import type { TestProject } from "vitest/node";
import "../../../support/vitest/environment";
import { TestStack } from "./stack";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a stack as `pulumi stack init` leaves it, which the tests' own stacks are copies of. */
    readonly newStack: string;
  }
}

/** Runs once before the stories: every one of them would have the engine make the same stack. */
export async function setup(project: TestProject): Promise<() => void> {
  const stack = new TestStack({ url: "http://127.0.0.1:9", host: "plugin" });
  await stack.init();
  project.provide("newStack", stack.dir);
  return () => stack.dispose();
}
