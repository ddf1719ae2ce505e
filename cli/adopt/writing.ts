import { type Declared, type Expression, FromConfiguration, Reference } from "./declared";

/**
 * Characters that a reader does not see or takes for a space, and characters that change the direction of a line. Go
 * refuses some of them in a program.
 */
const invisible = /(?! )[\p{C}\p{Z}]/gu;

/** Writes a text in quotes. `escapeOf` writes the escape of a character in the language. */
function textIn(text: string, escapeOf: (hex: string) => string): string {
  const escaped = (character: string) => escapeOf((character.codePointAt(0) ?? 0).toString(16));
  return JSON.stringify(text.toWellFormed()).replace(invisible, escaped);
}

/** Writes a text in quotes, as TypeScript reads it. */
export function scriptText(text: string): string {
  return textIn(text, (hex) => (hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`));
}

/** Writes a text in quotes. Python, Go and YAML read it unchanged. */
export function quoted(text: string): string {
  return textIn(text, (hex) => (hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`));
}

/** Writes the resources, with a comment before each group. */
export function grouped(declared: readonly Declared[], comment: string, write: (resource: Declared) => string): string {
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

export function usesConfiguration(declared: readonly Declared[]): boolean {
  return declared.some(({ inputs }) => keysIn(inputs).length > 0);
}

export function keysIn(expression: Expression): string[] {
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
    "switch this throw true True try typeof var void while with yield " +
    "arguments eval exports module require undefined Object Promise"
  ).split(" "),
);

/** Chooses a unique variable name for each resource. `keywords` are further names that the language uses. */
export function variablesOf(
  declared: readonly Declared[],
  form: (name: string) => string,
  keywords: readonly string[] = [],
): ReadonlyMap<string, string> {
  const variables = new Map<string, string>();
  const taken = new Set([...reserved, ...keywords]);
  for (const { name } of declared) {
    const base = form(name)
      .replace(/^(?=\d)/, "_")
      .replace(/^_*$/, "resource");
    let variable = base;
    for (let number = 2; taken.has(variable); number++) variable = `${base}${number}`;
    taken.add(variable);
    variables.set(name, variable);
  }
  return variables;
}

export function camelCase(name: string): string {
  return name.replace(/[^A-Za-z0-9]+(.)?/g, (_, next: string = "") => next.toUpperCase());
}
