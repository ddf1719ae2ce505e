import { present, type Values } from "../../kernel/values";
import { secretMark, secretSignature } from "../../provider/hosts/properties/secret-mark";
import { isDefaultProvider, typeOf } from "../../provider/hosts/properties/urn";
import type { Configured } from "../stack/stack";
import { nameOf, type StateResource } from "../stack/state";

/** The stack's configuration in the form of `pulumi config --json`. */
export type Configuration = Readonly<Record<string, Configured>>;

/**
 * Removes references to missing resources, because Pulumi rejects them. A destroy or an update may have removed the
 * parent, a dependency, or even the provider of an interrupted creation.
 */
export function withPresentReferences(
  resource: StateResource,
  resources: readonly StateResource[],
  configuration: Configuration,
): { readonly resource: StateResource; readonly resources: readonly StateResource[] } {
  const urns = new Set(resources.map(({ urn }) => urn));
  const kept = (list: readonly string[] | null | undefined) => (list ?? []).filter((urn) => urns.has(urn));
  const one = (urn: string | undefined) => (urn !== undefined && urns.has(urn) ? urn : undefined);
  const propertyDependencies = Object.entries(resource.propertyDependencies ?? {}).map(
    ([name, list]) => [name, kept(list)] as const,
  );
  const { parent, deletedWith, replaceWith, provider, ...rest } = resource;
  const found = provider === undefined ? undefined : providerFor(provider, resources, configuration);
  return {
    resource: {
      ...rest,
      dependencies: kept(resource.dependencies),
      propertyDependencies: Object.fromEntries(propertyDependencies),
      ...present({ parent: one(parent), deletedWith: one(deletedWith), provider: found?.reference }),
      ...(replaceWith === undefined ? {} : { replaceWith: kept(replaceWith) }),
    },
    resources: found?.restored === undefined ? resources : [found.restored, ...resources],
  };
}

/** Splits a reference to a provider into its URN and its id. */
export function splitReference(reference: string): { readonly urn: string; readonly id: string } {
  const end = reference.lastIndexOf("::");
  return { urn: reference.slice(0, end), id: reference.slice(end + 2) };
}

/**
 * Chooses a provider: first the referenced provider, then the same URN with a newer id, then another default provider
 * of the package. If none exists, it restores the provider.
 */
function providerFor(
  reference: string,
  resources: readonly StateResource[],
  configuration: Configuration,
): { readonly reference: string; readonly restored?: StateResource } {
  const { urn, id } = splitReference(reference);
  const type = typeOf(urn);
  const providers = resources.filter((one) => one.type === type && one.delete !== true);
  const isDefault = isDefaultProvider(urn);
  const there =
    providers.find((one) => one.urn === urn && one.id === id) ??
    providers.find((one) => one.urn === urn) ??
    (isDefault ? providers.findLast((one) => isDefaultProvider(one.urn)) : undefined);
  if (there !== undefined) return { reference: `${there.urn}::${there.id}` };
  const inputs = isDefault ? configurationOf(urn, configuration) : {};
  return { reference, restored: { urn, custom: true, id, type, inputs, outputs: inputs } };
}

/**
 * Returns the provider's inputs as the engine records them. It takes the keys of the package, without their prefix. A
 * provider of dynamic resources gets all keys.
 */
function configurationOf(urn: string, configuration: Configuration): Values {
  const name = typeOf(urn).replace(/^pulumi:providers:/, "");
  const prefix = name === "pulumi-nodejs" ? "" : `${name}:`;
  const [, ...version] = /^default_(\d+)_(\d+)_(\d+)(?:_|$)/.exec(nameOf(urn)) ?? [];
  const entries = Object.entries(configuration).flatMap(([key, { value, secret }]) => {
    if (value === undefined || !key.startsWith(prefix)) return [];
    return [[key.slice(prefix.length), secret === true ? sealed(value) : value] as const];
  });
  return { ...Object.fromEntries(entries), ...(version.length === 0 ? {} : { version: version.join(".") }) };
}

/** Marks a value as secret. Pulumi encrypts the value when it imports the state. */
function sealed(value: string): Values {
  return { [secretMark]: secretSignature, plaintext: JSON.stringify(value) };
}
