import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The languages of programs by Pulumi's names, with their names for readers and the extensions of their files. */
export const languages = {
  typescript: { name: "TypeScript", end: "ts" },
  python: { name: "Python", end: "py" },
  go: { name: "Go", end: "go" },
  csharp: { name: "C#", end: "cs" },
  java: { name: "Java", end: "java" },
  yaml: { name: "YAML", end: "yaml" },
} as const;

export type Language = keyof typeof languages;

/** One program in every language. */
export type Example = Readonly<Record<Language, string>>;

const folder = "provider/schema/examples";

/**
 * The example program of a resource, component or function. Its source is YAML. `npm run generated` translates it into
 * each language for which the folder of the source has no program written by hand.
 */
export function exampleOf(repository: string, kind: string): Example {
  const read = (end: string) => {
    const name = `${fileName(kind)}.${end}`;
    const byHand = join(repository, folder, name);
    const file = existsSync(byHand) ? byHand : join(repository, folder, "translated", name);
    // The first run of `npm run generated` writes the schema before it translates a new program.
    return existsSync(file) ? `${readFileSync(file, "utf8").trim()}\n` : "";
  };
  return Object.fromEntries(Object.entries(languages).map(([language, { end }]) => [language, read(end)])) as Example;
}

/** `ServerlessEndpoint` has its files under `serverless-endpoint`. */
export function fileName(kind: string): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}
