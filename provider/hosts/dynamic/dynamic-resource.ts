import * as pulumi from "@pulumi/pulumi";
import { requireArguments, requireKept } from "./arguments";
import type { Facts } from "./facts";
import { dynamicProvider } from "./provider";
import { asking } from "./transformed";

/**
 * One provider for each kind. Pulumi then serialises each provider only once. The serialisation takes longer than all
 * other work in this file.
 */
const providers = new Map<string, pulumi.dynamic.ResourceProvider>();

function providerOf(kind: string): pulumi.dynamic.ResourceProvider {
  const provider = providers.get(kind) ?? dynamicProvider(kind);
  providers.set(kind, provider);
  return provider;
}

/** Base class of Podwright's dynamic resources. */
export abstract class DynamicResource extends pulumi.dynamic.Resource {
  /**
   * Always throws, because only the plugin can look up a resource outside the state. The parameter's type lets no
   * TypeScript program call it.
   */
  static get(_needsThePlugin: never): never {
    throw needsThePlugin("a resource outside the state", "looked up");
  }

  constructor(
    facts: Facts,
    name: string,
    // A JavaScript program may leave the arguments out. `check` then names the missing inputs.
    args: object = {},
    options: pulumi.CustomResourceOptions = {},
  ) {
    const { kind, computed } = facts;
    requireArguments({ kind, name, args, options });
    requireKept(`${kind} "${name}"`, args);
    if (options.import !== undefined) throw needsThePlugin(`${kind} "${name}"`, "imported");
    if (options.id !== undefined) throw needsThePlugin(`${kind} "${name}"`, "looked up");
    const props = {
      ...Object.fromEntries(computed.map((key) => [key, undefined])),
      ...args,
      // The engine tells the dynamic host none of these facts. Pulumi itself uses the key `__name`.
      __logicalName: name,
      ...(options.parent === undefined ? {} : { __parent: urnOf(options.parent) }),
      __stack: { organization: organization(), project: pulumi.getProject(), stack: pulumi.getStack() },
    };
    super(providerOf(kind), name, props, asking(facts, options), "podwright", kind);
  }
}

/** Returns the URN as a promise, because an output would make the parent's other children dependencies of this one. */
function urnOf({ urn }: pulumi.Resource): Promise<string> {
  return new Promise((resolve) => urn.apply(resolve));
}

/**
 * Returns the organization. A self-managed backend has no organization and reports "organization". Unit tests of a
 * program may have no organization, either.
 */
function organization(): string {
  try {
    const name = pulumi.getOrganization();
    return name === "organization" ? "-" : name;
  } catch {
    return "-";
  }
}

/** Pulumi prints an error of this class without its JavaScript stack. */
function needsThePlugin(what: string, done: "imported" | "looked up"): Error {
  return new pulumi.RunError(
    `${what} cannot be ${done} as a dynamic resource. Move the program to the plugin first, as docs/moving.md in the repository of Podwright describes`,
  );
}
