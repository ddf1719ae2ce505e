import type { dynamic } from "@pulumi/pulumi";

/** The resources of the dynamic host, by the last part of their type token. */
export type Kind = "Pod" | "ServerlessEndpoint" | "Template" | "NetworkVolume";

/**
 * What is stored with each resource: Pulumi serialises these functions into the state and runs them from there, with
 * whatever version of this package is installed then. The text is therefore a contract: it holds nothing but the kind
 * and the path of the module it requires, and changes neither between releases.
 */
export function dynamicProvider(kind: Kind): dynamic.ResourceProvider {
  return {
    configure: async (request) => require("podwright/dynamic-host").configure(request.config),
    check: async (olds, news) => require("podwright/dynamic-host").check(kind, olds, news),
    diff: async (id, olds, news) => require("podwright/dynamic-host").diff(kind, id, olds, news),
    create: async (inputs) => require("podwright/dynamic-host").create(kind, inputs),
    read: async (id, props) => require("podwright/dynamic-host").read(kind, id, props),
    update: async (id, olds, news) => require("podwright/dynamic-host").update(kind, id, olds, news),
    delete: async (id, props) => require("podwright/dynamic-host").delete(kind, id, props),
  };
}
