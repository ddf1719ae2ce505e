import type { z } from "zod";
import { networkVolume, pod, serverlessEndpoint, template } from "../resources";
import type { Resource } from "../resources/resource";
import type { Values } from "../resources/values";
import { configVariables, providerInputs } from "./configuration";
import { language } from "./language";
import { resourceSpec } from "./resource-spec";
import type { FunctionSpec, PackageSpec, ResourceSpec } from "./spec";
import { Types } from "./types";

const packageName = "podwright";

/** A function of the plugin, as far as the schema needs it. */
export interface FunctionDefinition {
  /** Such as `getPod`. */
  readonly name: string;
  readonly description: string;
  readonly inputs: z.ZodObject;
  readonly outputs: z.ZodObject;
}

/** What the schema takes from elsewhere than the definitions. */
export interface Sources {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  /** The description of a resource, by its kind. */
  readonly describe: (kind: string) => string;
  readonly functions?: readonly FunctionDefinition[];
}

/** Of their inputs only the schemas are read, so what they are made of does not matter here. */
const definitions = [
  pod,
  serverlessEndpoint,
  template,
  networkVolume,
] as readonly unknown[] as readonly Resource<Values>[];

export function packageSpec({ version, license, description, describe, functions = [] }: Sources): PackageSpec {
  const types = new Types(packageName);
  const resources = Object.fromEntries(
    definitions.map((definition): [string, ResourceSpec] => [
      `${packageName}:index:${definition.kind}`,
      resourceSpec(definition, describe(definition.kind), types),
    ]),
  );
  const specs = Object.fromEntries(functions.map((definition) => functionSpec(definition, types)));
  return {
    name: packageName,
    displayName: "Podwright",
    version,
    description,
    keywords: ["pulumi", "podwright", "gpu", "serverless", "category/cloud", "kind/native"],
    license,
    language,
    config: { variables: configVariables },
    types: types.all,
    provider: { description: "The account that resources belong to.", inputProperties: providerInputs },
    resources,
    functions: specs,
  };
}

function functionSpec(
  { name, description, inputs, outputs }: FunctionDefinition,
  types: Types,
): [string, FunctionSpec] {
  const owner = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const unmarked = () => ({});
  return [
    `${packageName}:index:${name}`,
    { description, inputs: types.object(owner, inputs, unmarked), outputs: types.object(owner, outputs, unmarked) },
  ];
}
