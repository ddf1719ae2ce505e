import { capitalized } from "../../../kernel/text";
import { allComponents } from "../../components/components";
import type { PlatformFunction } from "../../functions";
import { allResources } from "../../kinds/kinds";
import { configVariables, providerInputs, settingTypes } from "./configuration";
import { addressesOf } from "./home";
import { languageOf } from "./language";
import { componentSpec, resourceSpec } from "./resource";
import type { FunctionSpec, PackageSpec, ResourceSpec } from "./spec";
import { Types } from "./types";

const packageName = "podwright";

/** Facts for the schema that the declarations do not contain. */
export interface Sources {
  readonly version: string;
  readonly license: string;
  readonly description: string;
  /** Home of the project, such as `example.com/owner/name`. Absent if `package.json` names no repository. */
  readonly home?: string | undefined;
  /** Returns the description of a kind. */
  readonly describe: (kind: string) => string;
  readonly functions?: readonly PlatformFunction[];
}

export function packageSpec({ version, license, description, home, describe, functions = [] }: Sources): PackageSpec {
  const types = new Types(packageName);
  const resources = Object.fromEntries(
    allResources.map((definition): [string, ResourceSpec] => [
      `${packageName}:index:${definition.kind}`,
      resourceSpec(definition, describe(definition.kind), types),
    ]),
  );
  const components = Object.fromEntries(
    allComponents.map((component): [string, ResourceSpec] => [
      `${packageName}:index:${component.kind}`,
      componentSpec(component, describe(component.kind), types),
    ]),
  );
  const specs = Object.fromEntries(functions.map((definition) => functionSpec(definition, types)));
  return {
    name: packageName,
    displayName: "Podwright",
    publisher: "Podwright",
    ...addressesOf(home),
    version,
    description,
    keywords: ["pulumi", "podwright", "gpu", "serverless", "category/cloud", "kind/native"],
    license,
    language: languageOf(home, description),
    config: { variables: configVariables },
    types: { ...settingTypes, ...types.all },
    provider: {
      description: "Podwright's provider: the settings of one RunPod account.",
      inputProperties: providerInputs,
    },
    resources: { ...resources, ...components },
    functions: specs,
  };
}

function functionSpec({ name, description, args, result }: PlatformFunction, types: Types): [string, FunctionSpec] {
  const owner = capitalized(name);
  const unmarked = () => ({});
  return [
    `${packageName}:index:${name}`,
    { description, inputs: types.object(owner, args, unmarked), outputs: types.object(owner, result, unmarked) },
  ];
}
