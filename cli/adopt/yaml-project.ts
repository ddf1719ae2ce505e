import { readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import { isMap, parse, parseDocument } from "yaml";
import { isRecord, type Values } from "../../kernel/values";
import { writeNewFile } from "../stack/new-file";
import type { Declared } from "./declared";
import { entriesIn, nothing, type Sections, sectionsOf } from "./yaml";

/** The sections whose names share one namespace in a program. `configuration` is an old name of `config`. */
const sections = ["config", "configuration", "variables", "resources"];

/** Returns the names in a program. Pulumi itself uses the name `pulumi`. */
export function namesIn(text: string): ReadonlySet<string> {
  const project: unknown = parse(text);
  const entries = isRecord(project) ? sections.map((section) => project[section]) : [];
  return new Set([...["pulumi", nothing], ...entries.flatMap((one) => (isRecord(one) ? Object.keys(one) : []))]);
}

/**
 * Adds the declarations to the file of a project in YAML, between the lines of the file, which all stay. Returns false
 * if the file has a form that allows no lines between, such as JSON.
 */
export async function addToProject(file: string, declared: readonly Declared[]): Promise<boolean> {
  const real = await realpath(file);
  const before = await readFile(real, "utf8");
  const added = sectionsOf(declared);
  if (has(parse(before), added)) return true;
  const after = withSections(before, added);
  if (after === undefined) return false;
  const fresh = `${real}.adopted-${process.pid}`;
  if (!(await writeNewFile(fresh, after, (await stat(real)).mode))) return false;
  if ((await readFile(real, "utf8")) !== before) {
    await rm(fresh);
    throw new Error(`${file} changed while Podwright added the resources: run the command again`);
  }
  await rename(fresh, real);
  return true;
}

/** Returns the text with more entries in its sections, or `undefined` if an entry of the text would change. */
export function withSections(before: string, added: Sections): string | undefined {
  let text = before;
  for (const [section, entries] of Object.entries(added)) {
    const next = withEntries(text, section, missingIn(text, section, entries));
    if (next === undefined) return undefined;
    text = next;
  }
  return isDeepStrictEqual(parse(text), merged(parse(before), added)) ? text : undefined;
}

function withEntries(text: string, section: string, entries: Readonly<Record<string, string>>): string | undefined {
  if (Object.keys(entries).length === 0) return text;
  const document = parseDocument(text);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return undefined;
  const pair = document.contents?.items.find(({ key }) => String(key) === section);
  const lines = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  if (pair === undefined) return `${lines}${section}:\n${entriesIn(entries, "  ")}`;
  const map = pair.value;
  if (!isMap(map) || map.flow === true || map.range == null) return undefined;
  const [first] = map.items;
  const start = (first?.key as { readonly range?: readonly number[] } | undefined)?.range?.[0] ?? 0;
  const indent = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  if (!/^ *$/.test(indent)) return undefined;
  const end = lines.slice(0, map.range[1]).trimEnd().length;
  const line = lines.indexOf("\n", end) + 1;
  return `${lines.slice(0, line)}${entriesIn(entries, indent)}${lines.slice(line)}`;
}

/** Leaves out the entries that an interrupted run, or the user, has written in the same way. */
function missingIn(text: string, section: string, entries: Readonly<Record<string, string>>): Record<string, string> {
  const project: unknown = parse(text);
  const present = isRecord(project) && isRecord(project[section]) ? project[section] : {};
  const isMissing = (name: string) => !Object.hasOwn(present, name);
  return Object.fromEntries(Object.entries(entries).filter(([name]) => isMissing(name)));
}

function has(project: unknown, added: Sections): boolean {
  return isRecord(project) && isDeepStrictEqual(merged(project, added), project);
}

function merged(project: unknown, added: Sections): Values {
  const base = isRecord(project) ? project : {};
  const result: Record<string, unknown> = { ...base };
  for (const [section, entries] of Object.entries(added)) {
    const own = isRecord(base[section]) ? base[section] : {};
    const parsed = parse(entriesIn(entries, "")) as Values;
    result[section] = { ...own, ...parsed };
  }
  return result;
}
