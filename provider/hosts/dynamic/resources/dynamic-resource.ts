import * as pulumi from "@pulumi/pulumi";
import { lostKeyMessage, lostKeys } from "../../../planning/lost-keys";
import { formatPath } from "../../../planning/values";
import { dynamicProvider, type Kind } from "../provider";
import { facts } from "./facts";

export interface DynamicResourceRequest {
  readonly kind: Kind;
  readonly name: string;
  readonly args: object;
  readonly options: pulumi.CustomResourceOptions;
}

/** What every dynamic resource of Podwright does beyond Pulumi's own base class. */
export abstract class DynamicResource extends pulumi.dynamic.Resource {
  /** Looking up what no state holds needs the plugin: no arguments make this compile, and calling it says so. */
  static get(_needsThePlugin: never): never {
    throw needsThePlugin("what no state holds", "looked up");
  }

  constructor({ kind, name, args, options }: DynamicResourceRequest) {
    if (options.import !== undefined) throw needsThePlugin(`${kind} "${name}"`, "imported");
    if (options.id !== undefined) throw needsThePlugin(`${kind} "${name}"`, "looked up");
    const { secrets, computed } = facts[kind];
    for (const path of lostKeys(args)) throw new Error(`${kind} "${name}": ${formatPath(path)}: ${lostKeyMessage}`);
    const given = Object.entries(args).map(([key, value]) => [
      key,
      secrets.includes(key) && value !== undefined ? pulumi.secret(value) : value,
    ]);
    const props = {
      ...Object.fromEntries(computed.map((key) => [key, undefined])),
      ...Object.fromEntries(given),
      // The dynamic host learns none of these from the engine. (`__name` is Pulumi's own.)
      __logicalName: name,
      __stack: { organization: organization(), project: pulumi.getProject(), stack: pulumi.getStack() },
      ...(options.customTimeouts === undefined ? {} : { __timeouts: options.customTimeouts }),
      ...(options.replaceOnChanges === undefined ? {} : { __replaceOnChanges: options.replaceOnChanges }),
    };
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...secrets];
    super(dynamicProvider(kind), name, props, { ...options, additionalSecretOutputs }, "podwright", kind);
  }
}

/** A backend of one's own has none and says "organization"; a program's unit tests need not say any. */
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
    `${what} cannot be ${done} as a dynamic resource: it needs the plugin, and docs/migrate.md in the repository of podwright says how to change over`,
  );
}
