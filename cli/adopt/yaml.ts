import { type Declared, type Expression, FromConfiguration, Reference } from "./declared";
import { keysIn, quoted } from "./writing";

/** The name of the variable with an empty text. */
export const nothing = "no-text";

/** The sections of a program, each with its entries by name. An entry is the text of a value in YAML. */
export type Sections = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Writes a program of its own in YAML. */
export function yaml(declared: readonly Declared[]): string {
  return Object.entries(sectionsOf(declared))
    .map(([section, entries]) => `${section}:\n${entriesIn(entries, "  ")}`)
    .join("");
}

/** Writes entries of a section. Each entry stands in its own lines. */
export function entriesIn(entries: Readonly<Record<string, string>>, indent: string): string {
  return Object.entries(entries)
    .map(([name, value]) => `${indent}${keyOf(name)}:${value.replaceAll("\n", `\n${indent}`)}\n`)
    .join("");
}

/** Returns the entries that declare the resources. */
export function sectionsOf(declared: readonly Declared[]): Sections {
  const config = declared.flatMap(({ inputs }) => keysIn(inputs));
  const resources = declared.map(({ name, kind, inputs }) => {
    const value = { type: `podwright:${kind}`, properties: inputs, options: { protect: true } };
    return [name, valueIn(value, "")] as const;
  });
  const needsNothing = declared.some(({ inputs }) => hasFunction(inputs));
  return {
    ...(config.length === 0
      ? {}
      : { config: Object.fromEntries(config.map((key) => [key, "\n  type: string\n  secret: true"])) }),
    ...(needsNothing ? { variables: { [nothing]: ' ""' } } : {}),
    resources: Object.fromEntries(resources),
  };
}

/** Writes a value after a colon: in the same line, or in the lines below. */
function valueIn(expression: Expression, indent: string): string {
  if (expression instanceof Reference) return ` ${quoted(`\${${expression.name}.id}`)}`;
  if (expression instanceof FromConfiguration) {
    const read = quoted(`\${${expression.key}}`);
    return expression.isEncoded ? `\n${indent}  fn::fromBase64: ${read}` : ` ${read}`;
  }
  if (typeof expression === "string") return ` ${plain(expression)}`;
  if (typeof expression !== "object") return ` ${expression}`;
  const deeper = `${indent}  `;
  if (Array.isArray(expression)) {
    if (expression.length === 0) return " []";
    return expression.map((one: Expression) => `\n${deeper}- ${valueIn(one, deeper).trimStart()}`).join("");
  }
  const entries = Object.entries(expression);
  if (entries.length === 0) return " {}";
  return entries.map(([key, one]) => `\n${deeper}${keyOf(key)}:${valueIn(one, deeper)}`).join("");
}

/** Writes a text of others. Pulumi reads two dollar signs as one, and evaluates what follows a single one. */
function plain(text: string): string {
  return quoted(text.replaceAll("$", () => "$$"));
}

function keyOf(key: string): string {
  if (/^[A-Za-z][\w-]*$/.test(key) && !isWord.test(key)) return key;
  // Pulumi takes a key that begins like this for a function, so the key begins with an empty text.
  return isFunction.test(key) ? `"\${${nothing}}${plain(key).slice(1)}` : plain(key);
}

const isFunction = /^fn::/i;

/** Words that some versions of YAML do not read as text. */
const isWord = /^(y|yes|n|no|on|off|true|false|null|nan|inf|infinity)$/i;

function hasFunction(expression: Expression): boolean {
  if (typeof expression !== "object" || expression instanceof Reference || expression instanceof FromConfiguration)
    return false;
  return Object.entries(expression).some(([key, one]) => isFunction.test(key) || hasFunction(one));
}

/**
 * Tells whether Pulumi's YAML may read a text of the configuration as another type: a number, a truth value, or a list or
 * map in JSON. Pulumi's rule depends on its version, so only a text that begins like a word or a path is surely a text.
 */
export function isTyped(text: string): boolean {
  return !/^[A-Za-z_/]/.test(text) || isWord.test(text.trim());
}
