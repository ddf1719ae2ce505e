import * as pulumi from "@pulumi/pulumi";
import { formatPath, lostKeyMessage, lostKeys } from "../../planning/values";
import { leftToOthers } from "../properties/left-to-others";
import { dynamicProvider } from "./provider";

/** What a program's process has to know of a kind. */
export interface Facts {
  readonly kind: string;
  /** Properties whose values are secret, also in the outputs. */
  readonly secrets: readonly string[];
  /** Outputs that a program need not give: unknown, not absent, until the resource exists. */
  readonly computed: readonly string[];
  /** Outputs that may repeat what an input holds, by the input. */
  readonly echoes: Readonly<Record<string, readonly string[]>>;
  /** Inputs that an input fills from another resource, by the input. */
  readonly filled: Readonly<Record<string, readonly string[]>>;
}

/** One for each kind: Pulumi turns a provider into its stored text once, and that takes longer than all else here. */
const providers = new Map<string, pulumi.dynamic.ResourceProvider>();

function providerOf(kind: string): pulumi.dynamic.ResourceProvider {
  const provider = providers.get(kind) ?? dynamicProvider(kind);
  providers.set(kind, provider);
  return provider;
}

/** What every dynamic resource of Podwright does beyond Pulumi's own base class. */
export abstract class DynamicResource extends pulumi.dynamic.Resource {
  /** Looking up what no state holds needs the plugin: no arguments make this compile, and calling it says so. */
  static get(_needsThePlugin: never): never {
    throw needsThePlugin("what no state holds", "looked up");
  }

  constructor(
    { kind, secrets, computed, echoes, filled }: Facts,
    name: string,
    // A program in JavaScript may leave them out: `check` says which it needs.
    args: object = {},
    options: pulumi.CustomResourceOptions = {},
  ) {
    if (options.import !== undefined) throw needsThePlugin(`${kind} "${name}"`, "imported");
    if (options.id !== undefined) throw needsThePlugin(`${kind} "${name}"`, "looked up");
    for (const path of lostKeys(args))
      throw new pulumi.RunError(`${kind} "${name}": ${formatPath(path)}: ${lostKeyMessage}`);
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
      __secretInputs: secretAmong(Object.entries(args).filter(([key]) => !secrets.includes(key))),
    };
    // Whether an output is secret shows only later; a handler may well return what it was given.
    const values = args as Readonly<Record<string, unknown>>;
    const echoed = Object.entries(echoes).flatMap(([input, outputs]) => (holdsOutput(values[input]) ? outputs : []));
    const copied = leftToOthers(filled, values);
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...secrets, ...echoed, ...copied];
    super(providerOf(kind), name, props, { ...options, additionalSecretOutputs }, "podwright", kind);
  }
}

/** The names of those that hold a secret at any depth; none is left out of what is stored. */
function secretAmong(inputs: readonly (readonly [string, unknown])[]): pulumi.Output<string[] | undefined> {
  const holding = inputs.filter(([, value]) => holdsOutput(value));
  const found = holding.map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : []));
  return pulumi.output(Promise.all(found)).apply((names) => (names.flat().length === 0 ? undefined : names.flat()));
}

function holdsOutput(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise || pulumi.Resource.isInstance(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutput);
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
    `${what} cannot be ${done} as a dynamic resource: it needs the plugin, and docs/moving.md in the repository of podwright says how to change over`,
  );
}
