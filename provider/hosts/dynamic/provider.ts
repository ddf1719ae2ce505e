import type { dynamic } from "@pulumi/pulumi";

/** The resources of the dynamic host, by the last part of their type token. */
export type Kind = string;

/**
 * The module that does the work, looked up from the folder of the program, as the program itself does. A bare `require`
 * would miss a program that lies inside the package, such as the quickstart: stored code has no place of its own.
 */
const host = () => require("node:module").createRequire(`${process.cwd()}/`)("podwright/dynamic-host");

/**
 * The provider that the state stores with each resource: Pulumi serialises these functions and runs them from the state,
 * with any later version of this package. The text is therefore a contract: it holds only the kind and the path of the
 * module it requires, and changes neither between releases.
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
