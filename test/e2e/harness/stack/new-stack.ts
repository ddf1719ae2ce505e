import type { TestProject } from "vitest/node";
import "../../../support/vitest/environment";
import { startKeyServer } from "./key-server";
import { TestStack } from "./stack";

declare module "vitest" {
  interface ProvidedContext {
    /** Folder of a stack after `pulumi stack init`; the tests copy it for their own stacks. */
    readonly newStack: string;
  }
}

/** Runs once before the stories, so that the engine creates the same stack only once. */
export async function setup(project: TestProject): Promise<() => void> {
  const withPassphrase = project.config.env.PODWRIGHT_E2E_KEY_SERVER !== "true";
  const keys = withPassphrase ? undefined : await startKeyServer();
  // The processes of the tests inherit this variable.
  Object.assign(process.env, keys?.env);
  const stack = new TestStack({ url: "http://127.0.0.1:9", host: "plugin", withPassphrase });
  await stack.init();
  project.provide("newStack", stack.dir);
  return () => {
    stack.dispose();
    keys?.close();
  };
}
