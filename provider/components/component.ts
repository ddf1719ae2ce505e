import type { CustomResource, CustomResourceOptions, Output, Resource } from "@pulumi/pulumi";
import type * as z from "zod";

/** The kinds of resource that components create. */
export type ChildKind = "Template" | "ServerlessEndpoint" | "NetworkVolume" | "Job";

/** A resource and its outputs. */
export interface Child {
  readonly resource: Resource;
  readonly id: Output<string>;
  output(name: string): Output<unknown>;
}

/**
 * Wraps a resource for the component. Each host has its own resource classes. The class must declare each output that
 * the component reads.
 */
export function childOf(resource: CustomResource): Child {
  const outputs = resource as unknown as Readonly<Record<string, Output<unknown>>>;
  return { resource, id: resource.id, output: (name) => outputs[name] as Output<unknown> };
}

/** Creates a child of the component. Each host has its own classes for the kinds. */
export type Create = (
  kind: ChildKind,
  name: string,
  inputs: Readonly<Record<string, unknown>>,
  options?: CustomResourceOptions,
) => Child;

/** A component's inputs and outputs, for the schema, the SDKs and the pages. */
export interface ComponentDeclaration {
  /** The last part of the component's type token. */
  readonly kind: string;
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
  /**
   * Inputs that decide resource names. These inputs must be plain values, because an output of another resource cannot
   * decide a name.
   */
  readonly plain: readonly string[];
  /** Inputs whose values are secret. */
  readonly secrets: readonly string[];
  /** The type token of the same component in the npm package. */
  readonly npmType: string;
}
