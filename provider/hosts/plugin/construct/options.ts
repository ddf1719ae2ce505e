import type { Alias, ComponentResourceOptions, CustomTimeouts } from "@pulumi/pulumi";
import type { Alias as AliasMessage } from "@pulumi/pulumi/proto/alias_pb";
import type { ConstructRequest } from "@pulumi/pulumi/proto/provider_pb";
import { DependencyProviderResource, DependencyResource, rootStackResource } from "@pulumi/pulumi/resource";
import { present } from "../../../../kernel/values";
import { hookBindingFromProto } from "./sdk-runtime";

/** Returns the options that the program gave to the component. `npmType` is the component's type in the npm package. */
export function optionsOf(request: ConstructRequest, npmType: string): ComponentResourceOptions {
  const parent = request.getParent();
  const deletedWith = request.getDeletedwith();
  const providers = [...request.getProvidersMap().entries()].map(
    ([name, reference]) => [name, new DependencyProviderResource(reference)] as const,
  );
  return present({
    aliases: [{ type: npmType }, ...request.getAliasesList().map(aliasOf)],
    dependsOn: request.getDependenciesList().map((urn) => new DependencyResource(urn)),
    protect: request.getProtect(),
    providers: Object.fromEntries(providers),
    parent: parent === "" ? undefined : new DependencyResource(parent),
    ignoreChanges: request.getIgnorechangesList(),
    replaceOnChanges: request.getReplaceonchangesList(),
    replaceWith: request.getReplaceWithList().map((urn) => new DependencyResource(urn)),
    replacementTrigger: triggerOf(request),
    customTimeouts: timeoutsOf(request.getCustomtimeouts()),
    retainOnDelete: request.getRetainondelete(),
    deletedWith: deletedWith === "" ? undefined : new DependencyResource(deletedWith),
    hooks: hookBindingFromProto(request.getResourceHooks()),
  }) as ComponentResourceOptions;
}

/** Reads the time-outs one by one, because the message's own `toObject` renames `delete`. */
function timeoutsOf(timeouts: ConstructRequest.CustomTimeouts | undefined): CustomTimeouts | undefined {
  return timeouts && { create: timeouts.getCreate(), update: timeouts.getUpdate(), delete: timeouts.getDelete() };
}

/** Returns undefined for a null, which an SDK may send for a missing trigger. */
function triggerOf(request: ConstructRequest): unknown {
  return request.getReplacementTrigger()?.toJavaScript() ?? undefined;
}

function aliasOf(alias: AliasMessage): Alias | string {
  const spec = alias.getSpec();
  if (spec === undefined) return alias.getUrn();
  const parent = spec.getParenturn();
  return present({
    name: spec.getName() || undefined,
    type: spec.getType() || undefined,
    project: spec.getProject() || undefined,
    stack: spec.getStack() || undefined,
    parent: parent || (spec.getNoparent() ? rootStackResource : undefined),
  }) as Alias;
}
