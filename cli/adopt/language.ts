import { type Declared, type Expression, FromConfiguration, Reference } from "./declared";
import { camelCase, grouped, keysIn, quoted, usesConfiguration, variablesOf } from "./writing";

/** The files and the syntax of a program in one language. */
export interface Language {
  readonly name: string;
  /** `main` is the file of a new program. `beside` is the file for a project that already has a program. */
  readonly main: string;
  readonly beside: string;
  /** Matches each line of the program that Pulumi creates with a new project. */
  readonly blank: RegExp;
  /** Tells the user how to use the second file. */
  readonly use: string;
  write(declared: readonly Declared[], isMain: boolean): string | Promise<string>;
}

const script = { blank: /^\s*($|\/\/|#|\/?\*|import\b|from\b|["']{3})/, use: "Import this file into the program" };

/** The languages, by the runtime in `Pulumi.yaml`. */
export const languages: Readonly<Record<string, Language>> = {
  nodejs: { ...script, name: "TypeScript", main: "index.ts", beside: "adopted.ts", write: typescript },
  python: { ...script, name: "Python", main: "__main__.py", beside: "adopted.py", write: python },
  go: {
    name: "Go",
    main: "main.go",
    beside: "adopted.go",
    blank:
      /^\s*($|\/\/|package main$|import\b|[")]|func main\(\) \{$|pulumi\.Run\(func\(ctx \*pulumi\.Context\) error \{$|return nil$|\}\)?$)/,
    use: "Call the function adopted(ctx) of this file in the program",
    // This writer needs the plugin's whole schema, which the other languages and the help need not load.
    write: async (declared, isMain) => (await import("./golang.js")).golang(declared, isMain),
  },
  yaml: { ...script, name: "YAML", main: "Pulumi.yaml", beside: "Pulumi.yaml", write: yaml },
};

export const languageNames = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  Object.values(languages).map(({ name }) => name),
);

function typescript(declared: readonly Declared[]): string {
  const variables = variablesOf(declared, camelCase);
  const value = (expression: Expression, indent: string): string => {
    if (expression instanceof Reference) return `${variables.get(expression.name)}.id`;
    if (expression instanceof FromConfiguration) return `config.requireSecret(${quoted(expression.key)})`;
    return literal(expression, indent, { value, key: (key) => (isIdentifier(key) ? key : JSON.stringify(key)) });
  };
  const resources = grouped(declared, "//", ({ name, kind, inputs }) => {
    const variable = variables.get(name);
    return `export const ${variable} = new podwright.${kind}(${quoted(name)}, ${value(inputs, "")}, { protect: true });\n`;
  });
  const needsConfig = usesConfiguration(declared);
  const head = [
    needsConfig ? 'import * as pulumi from "@pulumi/pulumi";\n' : "",
    'import * as podwright from "pulumi-podwright";\n',
    needsConfig ? "\nconst config = new pulumi.Config();\n" : "",
  ];
  return `${head.join("")}\n${resources}`;
}

function python(declared: readonly Declared[]): string {
  const variables = variablesOf(declared, snakeCase);
  const value = (expression: Expression, indent: string, isMap = false): string => {
    if (expression instanceof Reference) return `${variables.get(expression.name)}.id`;
    if (expression instanceof FromConfiguration) return `config.require_secret(${quoted(expression.key)})`;
    if (typeof expression === "boolean") return expression ? "True" : "False";
    return literal(expression, indent, { value, key: (key) => quoted(isMap ? key : snakeCase(key)) });
  };
  const resources = grouped(declared, "#", ({ name, kind, inputs }) => {
    const fields = Object.entries(inputs).map(
      ([key, one]) => `    ${snakeCase(key)}=${value(one, "    ", maps.has(key))},\n`,
    );
    const options = "    opts=pulumi.ResourceOptions(protect=True),\n";
    return `${variables.get(name)} = podwright.${kind}(\n    ${quoted(name)},\n${fields.join("")}${options})\n`;
  });
  const config = usesConfiguration(declared) ? "\nconfig = pulumi.Config()\n" : "";
  return `import pulumi\nimport pulumi_podwright as podwright\n${config}\n${resources}`;
}

/** Writes the resources and the configuration of a YAML program as JSON, which every YAML parser reads. */
function yaml(declared: readonly Declared[]): string {
  const value = (expression: Expression): unknown => {
    if (expression instanceof Reference) return `\${${expression.name}.id}`;
    if (expression instanceof FromConfiguration) return `\${${expression.key}}`;
    // In YAML programs, a dollar sign before a brace begins a reference.
    if (typeof expression === "string") return expression.replaceAll("${", () => "$${");
    if (Array.isArray(expression)) return expression.map(value);
    if (typeof expression === "object")
      return Object.fromEntries(Object.entries(expression).map(([key, one]) => [key, value(one)]));
    return expression;
  };
  const resources = declared.map(({ name, kind, inputs }) => [
    name,
    { type: `podwright:${kind}`, properties: value(inputs), options: { protect: true } },
  ]);
  const config = declared
    .flatMap(({ inputs }) => keysIn(inputs))
    .map((key) => [key, { type: "string", secret: true }] as const);
  return JSON.stringify({
    ...(config.length > 0 ? { config: Object.fromEntries(config) } : {}),
    resources: Object.fromEntries(resources),
  });
}

interface Syntax {
  readonly value: (expression: Expression, indent: string) => string;
  readonly key: (key: string) => string;
}

/** Writes a value in the syntax that TypeScript and Python share. */
function literal(expression: Expression, indent: string, { value, key }: Syntax): string {
  if (typeof expression === "string") return quoted(expression);
  if (typeof expression !== "object") return String(expression);
  const deeper = `${indent}    `;
  if (Array.isArray(expression)) return `[${expression.map((one: Expression) => value(one, indent)).join(", ")}]`;
  const entries = Object.entries(expression).map(([name, one]) => `${deeper}${key(name)}: ${value(one, deeper)},\n`);
  return entries.length === 0 ? "{}" : `{\n${entries.join("")}${indent}}`;
}

/** Inputs that are maps with keys of the user's choice. No language changes the spelling of these keys. */
const maps = new Set(["env"]);

/** Converts a name to the form that Pulumi's Python SDKs use. */
export function snakeCase(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]+/g, "_")
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase();
}

function isIdentifier(key: string): boolean {
  return /^[A-Za-z_$][\w$]*$/.test(key);
}
