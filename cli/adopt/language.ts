import { type Declared, type Expression, FromConfiguration, Reference } from "./declared";
import { camelCase, grouped, quoted, scriptText, usesConfiguration, variablesOf } from "./writing";
import { isTyped, yaml } from "./yaml";

/** The files and the syntax of a program in one language. */
export interface Language {
  readonly name: string;
  /** `main` is the file of a new program. */
  readonly main: string;
  /** Matches the files that contain the program of a project. */
  readonly mains: RegExp;
  /** The file for a project that already has a program. The number is 2 or more if there are such files. */
  readonly beside: (number: string) => string;
  /** Tells the user how to use the second file. */
  readonly use: (number: string) => string;
  /** Tells whether a secret must be in Base64 in the configuration, so that the program reads it unchanged. */
  readonly encodes?: (text: string) => boolean;
  /** Writes the program. `number` is a text only for the file of a project that already has a program. */
  write(declared: readonly Declared[], number?: string): string | Promise<string>;
}

const besides = (extension: string) => (number: string) => `adopted${number}.${extension}`;

/** The languages, by the runtime in `Pulumi.yaml`. */
export const languages: Readonly<Record<string, Language>> = {
  nodejs: {
    ...{
      name: "TypeScript",
      main: "index.ts",
      mains: /^index\.[cm]?[jt]s$/,
    },
    beside: besides("ts"),
    use: (number) => `Add \`export * from "./adopted${number}";\` to the program`,
    write: typescript,
  },
  python: {
    ...{ name: "Python", main: "__main__.py", mains: /^__main__\.py$/ },
    beside: besides("py"),
    use: (number) => `Add \`import adopted${number}\` to the program`,
    write: python,
  },
  go: {
    ...{ name: "Go", main: "main.go", mains: /\.go$/ },
    beside: besides("go"),
    use: (number) => `Call the function adopted${number}(ctx) of this file in the program`,
    // This writer needs the plugin's whole schema, which the other languages and the help need not load.
    write: async (declared, number) => (await import("./golang.js")).golang(declared, number),
  },
  yaml: {
    ...{ name: "YAML", main: "Pulumi.yaml", mains: /^Main\.(yaml|json)$/ },
    beside: besides("yaml"),
    use: () => "Copy its entries into the program, because Pulumi reads only one file",
    encodes: isTyped,
    write: yaml,
  },
};

export const languageNames = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(
  Object.values(languages).map(({ name }) => name),
);

function typescript(declared: readonly Declared[]): string {
  const variables = variablesOf(declared, camelCase);
  const value = (expression: Expression, indent: string): string => {
    if (expression instanceof Reference) return `${variables.get(expression.name)}.id`;
    if (expression instanceof FromConfiguration) return `config.requireSecret(${scriptText(expression.key)})`;
    return literal(expression, indent, { value, key: scriptKey, text: scriptText });
  };
  const resources = grouped(declared, "//", ({ name, kind, inputs }) => {
    const variable = variables.get(name);
    return `export const ${variable} = new podwright.${kind}(${scriptText(name)}, ${value(inputs, "")}, { protect: true });\n`;
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
    return literal(expression, indent, { value, key: (key) => quoted(isMap ? key : snakeCase(key)), text: quoted });
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

interface Syntax {
  readonly value: (expression: Expression, indent: string) => string;
  readonly key: (key: string) => string;
  readonly text: (text: string) => string;
}

/** Writes a value in the syntax that TypeScript and Python share. */
function literal(expression: Expression, indent: string, { value, key, text }: Syntax): string {
  if (typeof expression === "string") return text(expression);
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

function scriptKey(key: string): string {
  // As a plain key, this name would set the prototype of the map.
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : scriptText(key);
}
