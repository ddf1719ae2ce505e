import * as pulumi from "@pulumi/pulumi";
import { present } from "../../../kernel/values";
import type { Facts } from "./facts";

/**
 * A resource's options and marks of secrets. Pulumi's dynamic host passes neither to the provider, so Podwright passes
 * them as hidden inputs.
 */
export interface Asked {
  readonly __timeouts?: Readonly<Record<string, string>>;
  readonly __replaceOnChanges?: readonly string[];
  /** Inputs that the program marked as secret, without the inputs that are always secret. */
  readonly __secretInputs?: readonly string[];
  /**
   * The option `additionalSecretOutputs`. The engine applies it to the outputs, but not to the baseline in them. Absent in
   * the states of earlier releases.
   */
  readonly __secretOutputs?: readonly string[];
}

export const askedNames = [
  "__timeouts",
  "__replaceOnChanges",
  "__secretInputs",
  "__secretOutputs",
] as const satisfies (keyof Asked)[];

type Options = Pick<pulumi.CustomResourceOptions, "customTimeouts" | "replaceOnChanges" | "additionalSecretOutputs">;

export function askedByOptions(options: Options): Asked {
  const { customTimeouts = {}, replaceOnChanges = [], additionalSecretOutputs = [] } = options;
  // A transform receives an empty text for an operation without a time-out.
  const timeouts = Object.entries(customTimeouts).filter(([, text]) => text);
  return present({
    __timeouts: timeouts.length === 0 ? undefined : Object.fromEntries(timeouts),
    __replaceOnChanges: replaceOnChanges.length === 0 ? undefined : replaceOnChanges,
    __secretOutputs: additionalSecretOutputs,
  });
}

/** Finds the names of inputs that contain a secret at any depth. */
export async function secretInputs({ secrets }: Facts, inputs: object): Promise<Pick<Asked, "__secretInputs">> {
  const others = Object.entries(inputs).filter(([key]) => !key.startsWith("__") && !secrets.includes(key));
  const found = others
    .filter(([, value]) => holdsOutput(value))
    .map(async ([name, value]) => ((await pulumi.isSecret(pulumi.output(value))) ? [name] : []));
  const names = (await Promise.all(found)).flat().toSorted();
  return names.length === 0 ? {} : { __secretInputs: names };
}

function holdsOutput(value: unknown): boolean {
  if (pulumi.Output.isInstance(value) || value instanceof Promise || pulumi.Resource.isInstance(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutput);
}
