import type { dynamic } from "@pulumi/pulumi";

/** Kind of a resource: the last part of its type token. */
export type Kind = string;

/**
 * Loads the module that does the work. It resolves the module from the program's folder, as the program does. The
 * stored code has no folder, so a bare `require` would fail for programs inside the package, such as the quickstart.
 */
const host = () => require("node:module").createRequire(`${process.cwd()}/`)("podwright/dynamic-host");

/**
 * Builds the provider that the state stores with each resource. Pulumi serialises these functions and runs them from
 * the state with any later version of this package. The text therefore contains only the kind and the module's path,
 * and never changes between releases.
 */
export function dynamicProvider(kind: Kind): dynamic.ResourceProvider {
  return {
    configure: async (request) => host().configure(request.config),
    check: async (olds, news) => host().check(kind, olds, news),
    diff: async (id, olds, news) => host().diff(kind, id, olds, news),
    create: async (inputs) => host().create(kind, inputs),
    read: async (id, props) => host().read(kind, id, props),
    update: async (id, olds, news) => host().update(kind, id, olds, news),
    delete: async (id, props) => host().delete(kind, id, props),
  };
}
