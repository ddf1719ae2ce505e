import type * as pulumi from "@pulumi/pulumi";
import type { ICallbackServer } from "@pulumi/pulumi/runtime/callbacks";

/*
 * The two members of Pulumi's SDK that Podwright's dynamic resources use although its types do not declare them. A
 * version of the SDK without them still deploys every program. Podwright then misses only the options and the marks of
 * secrets that a transformation of a parent or a transform of the stack adds.
 */

/** Returns the list of the functions that the SDK calls for a new resource. The list of its parents comes last. */
export function transformationsOf(resource: pulumi.Resource): pulumi.ResourceTransformation[] | undefined {
  const { __transformations: all } = resource as { readonly __transformations?: unknown };
  return Array.isArray(all) ? all : undefined;
}

/**
 * Returns the server through which the engine calls transforms. It exists only if the program has registered a
 * transform, and the SDK's own getter would start it.
 */
export async function callbackServer(): Promise<ICallbackServer | undefined> {
  try {
    const { getStore } = (await import("@pulumi/pulumi/runtime/state.js")) as unknown as {
      readonly getStore: () => { readonly callbacks?: ICallbackServer };
    };
    return getStore().callbacks;
  } catch {
    return undefined;
  }
}
