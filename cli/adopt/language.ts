import { type Declared, type Expression, FromConfiguration, Reference } from "./declared";

/** The files and the syntax of a program in one language. */
export interface Language {
  /** `main` is the file of a new program. `beside` is the file for a project that already has a program. */
  readonly main: string;
  readonly beside: string;
  write(declared: readonly Declared[]): string;
}

/** The languages, by the runtime in `Pulumi.yaml`. */
export const languages: Readonly<Record<string, Language>> = {
  nodejs: { main: "index.ts", beside: "adopted.ts", write: typescript },
  python: { main: "__main__.py", beside: "adopted.py", write: python },
  yaml: { main: "Pulumi.yaml", beside: "Pulumi.yaml", write: yaml },
};

function typescript(declared: readonly Declared[]): string {
  const variables = variablesOf(declared, camelCase);
  const value = (expression: Expression, indent: string): string => {
    if (expression instanceof Reference) return `${variables.get(expression.name)}.id`;
    if (expression instanceof FromConfiguration) return `config.requireSecret(${JSON.stringify(expression.key)})`;
    return literal(expression, indent, { value, key: (key) => (isIdentifier(key) ? key : JSON.stringify(key)) });
  };
  const resources = grouped(declared, "//", ({ name, kind, inputs }) => {
    const variable = variables.get(name);
    return `export const ${variable} = new podwright.${kind}(${JSON.stringify(name)}, ${value(inputs, "")}, { protect: true });\n`;
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
    if (expression instanceof FromConfiguration) return `config.require_secret(${JSON.stringify(expression.key)})`;
    if (typeof expression === "boolean") return expression ? "True" : "False";
    return literal(expression, indent, { value, key: (key) => JSON.stringify(isMap ? key : snakeCase(key)) });
  };
  const resources = grouped(declared, "#", ({ name, kind, inputs }) => {
    const fields = Object.entries(inputs).map(
      ([key, one]) => `    ${snakeCase(key)}=${value(one, "    ", maps.has(key))},\n`,
    );
    const options = "    opts=pulumi.ResourceOptions(protect=True),\n";
    return `${variables.get(name)} = podwright.${kind}(\n    ${JSON.stringify(name)},\n${fields.join("")}${options})\n`;
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
  if (typeof expression === "string") return JSON.stringify(expression);
  if (typeof expression !== "object") return String(expression);
  const deeper = `${indent}    `;
  if (Array.isArray(expression)) return `[${expression.map((one: Expression) => value(one, indent)).join(", ")}]`;
  const entries = Object.entries(expression).map(([name, one]) => `${deeper}${key(name)}: ${value(one, deeper)},\n`);
  return entries.length === 0 ? "{}" : `{\n${entries.join("")}${indent}}`;
}

/** Inputs that are maps with keys of the user's choice. No language changes the spelling of these keys. */
const maps = new Set(["env"]);

/** Writes the resources, with a comment before each group. */
function grouped(declared: readonly Declared[], comment: string, write: (resource: Declared) => string): string {
  let group = "";
  return declared
    .map((resource) => {
      const heading = resource.group === group || resource.group === "" ? "" : `${comment} ${plain(resource.group)}\n`;
      group = resource.group;
      return `${heading}${write(resource)}`;
    })
    .join("\n");
}

/** Removes special characters. A group's name comes from RunPod and must not end the comment. */
function plain(group: string): string {
  return group.replace(/[^\w./ -]/g, "");
}

function usesConfiguration(declared: readonly Declared[]): boolean {
  return declared.some(({ inputs }) => keysIn(inputs).length > 0);
}

function keysIn(expression: Expression): string[] {
  if (expression instanceof FromConfiguration) return [expression.key];
  if (typeof expression !== "object" || expression instanceof Reference) return [];
  return Object.values(expression).flatMap(keysIn);
}

/** Names that the generated program or the language already uses. */
const reserved = new Set(
  (
    "pulumi podwright config and as assert async await break case catch class const continue debugger def default del delete do elif " +
    "else enum except export extends false False finally for from function global if implements import in instanceof " +
    "interface is lambda let new None nonlocal not null or package pass private protected public raise return static super " +
    "switch this throw true True try typeof var void while with yield"
  ).split(" "),
);

/** Chooses a unique variable name for each resource. */
function variablesOf(declared: readonly Declared[], form: (name: string) => string): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const taken = new Set(reserved);
  for (const { name } of declared) {
    const base = form(name).replace(/^(?=\d)/, "_") || "_";
    let variable = base;
    for (let number = 2; taken.has(variable); number++) variable = `${base}${number}`;
    taken.add(variable);
    variables.set(name, variable);
  }
  return variables;
}

function camelCase(name: string): string {
  return name.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase());
}

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
