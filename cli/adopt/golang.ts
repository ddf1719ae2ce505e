import { capitalized } from "../../kernel/text";
import { goModuleOf, homeOf } from "../../provider/schema/package/home";
import { packageSpec } from "../../provider/schema/package/package";
import type { TypeSpec } from "../../provider/schema/package/spec";
import { manifest } from "../context/manifest";
import { type Declared, type Expression, FromConfiguration, Reference, referencesIn } from "./declared";
import { camelCase, grouped, quoted, usesConfiguration, variablesOf } from "./writing";

const keywords = "adopted cfg chan ctx err fallthrough func go goto map nil range select struct type".split(" ");

/**
 * Writes a program in Go. Podwright's SDK for Go has a type for each input, so the writer reads the types from the
 * plugin's schema. The text has the form that gofmt writes.
 */
export function golang(declared: readonly Declared[], number?: string): string {
  const main = `adopted${number ?? ""}`;
  const { resources, types } = packageSpec({ version: "", license: "", description: "", describe: () => "" });
  const variables = variablesOf(declared, camelCase, keywords);
  const used = new Set(declared.flatMap(({ inputs }) => referencesIn(inputs)));
  const needsConfig = usesConfiguration(declared);
  const body = grouped(declared, "\t//", (resource) => {
    const { name, kind, inputs } = resource;
    const { inputProperties = {} } = resources[`podwright:index:${kind}`] ?? {};
    const args = fields(inputs, inputProperties, "\t");
    const call = `podwright.New${kind}(ctx, ${quoted(name)}, &podwright.${kind}Args${args}, pulumi.Protect(true))`;
    // Go refuses a variable that the program does not use.
    return used.has(name)
      ? `\t${variables.get(name)}, err := ${call}\n\tif err != nil {\n\t\treturn err\n\t}\n`
      : `\tif _, err := ${call}; err != nil {\n\t\treturn err\n\t}\n`;
  });
  const imports = [
    `${goModuleOf(homeOf(manifest()))}/podwright`,
    "github.com/pulumi/pulumi/sdk/v3/go/pulumi",
    ...(needsConfig ? ["github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"] : []),
  ];
  return [
    `package main\n\nimport (\n${imports
      .toSorted()
      .map((path) => `\t"${path}"\n`)
      .join("")})\n\n`,
    number === undefined ? `func main() {\n\tpulumi.Run(${main})\n}\n\n` : "",
    `// ${main} declares the resources that podwright adopt has imported.\n`,
    `func ${main}(ctx *pulumi.Context) error {\n`,
    needsConfig ? '\tcfg := config.New(ctx, "")\n\n' : "",
    `${body}\n\treturn nil\n}\n`,
  ].join("");

  function value(expression: Expression, type: TypeSpec, indent: string): string {
    if (expression instanceof Reference) return `${variables.get(expression.name)}.ID()`;
    if (expression instanceof FromConfiguration) return `cfg.RequireSecret(${quoted(expression.key)})`;
    const [name, named] = namedType(type);
    if (typeof expression === "string")
      return `${named === undefined ? "pulumi.String" : `podwright.${name}`}(${quoted(expression)})`;
    if (typeof expression === "boolean") return `pulumi.Bool(${expression})`;
    if (typeof expression === "number") return `pulumi.${type.type === "number" ? "Float64" : "Int"}(${expression})`;
    if (isList(expression)) {
      const item = type.items ?? {};
      const [of, isNamed] = namedType(item);
      const items = expression.map((one) => value(one, item, indent));
      return `${isNamed === undefined ? "pulumi.String" : `podwright.${of}`}Array{${items.join(", ")}}`;
    }
    if (named !== undefined && "properties" in named)
      return `podwright.${name}Args${fields(expression, named.properties, indent)}`;
    const entries = Object.entries(expression).map(
      ([key, one]) => [quoted(key), value(one, { type: "string" }, `${indent}\t`)] as const,
    );
    return `pulumi.StringMap${braced(entries, indent)}`;
  }

  function fields(
    inputs: Readonly<Record<string, Expression>>,
    properties: Readonly<Record<string, TypeSpec>>,
    indent: string,
  ): string {
    const entries = Object.entries(inputs).map(
      ([key, one]) => [capitalized(key), value(one, properties[key] ?? {}, `${indent}\t`)] as const,
    );
    return braced(entries, indent);
  }

  function namedType({ $ref = "" }: TypeSpec) {
    const token = $ref.replace("#/types/", "");
    return [token.split(":").at(-1) ?? "", types[token]] as const;
  }
}

function isList(expression: Expression): expression is readonly Expression[] {
  return Array.isArray(expression);
}

/** Writes keys with their values. As gofmt does, it aligns the values of neighbouring entries of one line. */
function braced(entries: readonly (readonly [key: string, value: string])[], indent: string): string {
  if (entries.length === 0) return "{}";
  const isLong = (value: string | undefined) => value === undefined || value.includes("\n");
  const lines = entries.map(([key, value], index) => {
    if (isLong(value)) return `${indent}\t${key}: ${value},\n`;
    let [first, last] = [index, index];
    while (!isLong(entries[first - 1]?.[1])) first--;
    while (!isLong(entries[last + 1]?.[1])) last++;
    const width = Math.max(...entries.slice(first, last + 1).map(([other]) => other.length));
    return `${indent}\t${`${key}:`.padEnd(width + 1)} ${value},\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}
