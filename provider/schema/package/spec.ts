/** The part of Pulumi's package schema (`pulumi.json`, version 3) that Podwright writes. */
export interface TypeSpec {
  readonly type?: "string" | "integer" | "number" | "boolean" | "array" | "object";
  /** Reference: `#/types/<token>` or `pulumi.json#/Any`. */
  readonly $ref?: string;
  readonly items?: TypeSpec;
  /** Alternatives for the type. Languages without union types use `type`. */
  readonly oneOf?: readonly TypeSpec[];
  readonly additionalProperties?: TypeSpec;
  /** True if the value must be plain, because an SDK accepts no output for it. */
  readonly plain?: boolean;
}

export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly default?: string | number | boolean;
  readonly defaultInfo?: { readonly environment: readonly string[] };
  readonly secret?: boolean;
  /**
   * Tells readers that a change causes a replacement. The schema does not use `replaceOnChanges`, which would overrule
   * the provider's diff.
   */
  readonly deprecationMessage?: string;
  readonly willReplaceOnChanges?: boolean;
}

export type Properties = Readonly<Record<string, PropertySpec>>;

export interface ObjectSpec {
  readonly description?: string;
  readonly type: "object";
  readonly properties: Properties;
  readonly required?: readonly string[];
}

export interface EnumSpec {
  readonly description?: string;
  readonly type: "string";
  readonly enum: readonly { readonly name: string; readonly value: string; readonly description?: string }[];
}

export interface ResourceSpec {
  readonly description?: string;
  readonly properties: Properties;
  /** Outputs that are always present. */
  readonly required?: readonly string[];
  readonly inputProperties: Properties;
  readonly requiredInputs?: readonly string[];
  readonly listInputs?: { readonly type: "object"; readonly properties: Properties };
  readonly aliases?: readonly { readonly type: string }[];
  readonly isComponent?: true;
}

export interface FunctionSpec {
  readonly description?: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

export interface PackageSpec {
  readonly name: string;
  readonly displayName: string;
  readonly publisher: string;
  readonly homepage?: string;
  readonly repository?: string;
  readonly logoUrl?: string;
  readonly pluginDownloadURL?: string;
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly license: string;
  readonly language: Readonly<Record<string, unknown>>;
  readonly config: { readonly variables: Properties };
  readonly types: Readonly<Record<string, ObjectSpec | EnumSpec>>;
  readonly provider: Pick<ResourceSpec, "description" | "inputProperties">;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
}
