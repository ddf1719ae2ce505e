import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

/** The tests of a file, without running it: a table's tests are known by their pattern and the words of the table. */
export interface TestTitles {
  /** Whether there is a test of that title, groups included: `group > name`. Skipped ones are not there. */
  has(title: string): boolean;
}

interface Title {
  readonly parts: readonly string[];
  readonly tables: readonly ts.Node[];
}

/** The text of a file imported by a relative path; `undefined` where there is none. */
type Read = (imported: string) => string | undefined;

const PLACEHOLDER = /%[sdifjo]|\$[a-z][\w.]*/gi;

export function titlesIn(file: string): TestTitles {
  return titlesOf(readFileSync(file, "utf8"), (imported) => {
    const found = path.resolve(file, "..", `${imported}.ts`);
    return existsSync(found) ? readFileSync(found, "utf8") : undefined;
  });
}

export function titlesOf(text: string, read: Read): TestTitles {
  const source = parse(text);
  const meanings = meaningsIn(source, read);
  const titles = collect(source, { parts: [], tables: [] }).map(({ parts, tables }) => ({
    text: parts.join(" > "),
    words: once(() => wordsOf(tables, meanings)),
  }));
  return { has: (wanted) => titles.some((title) => matches(title, wanted)) };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function parse(text: string): ts.SourceFile {
  return ts.createSourceFile("tests.ts", text, ts.ScriptTarget.Latest, true);
}

function collect(node: ts.Node, outer: Title): Title[] {
  const call = asTestCall(node);
  if (call?.isSkipped) return [];
  const title = call === undefined ? outer : { parts: [...outer.parts, call.name], tables: call.tablesAfter(outer) };
  if (call?.kind === "test") return [title];
  const found: Title[] = [];
  ts.forEachChild(node, (child) => {
    found.push(...collect(child, title));
  });
  return found;
}

interface TestCall {
  readonly kind: string;
  readonly name: string;
  readonly isSkipped: boolean;
  tablesAfter(outer: Title): readonly ts.Node[];
}

/** `test("…")`, `describe.each(table)("…")` and their like. */
function asTestCall(node: ts.Node): TestCall | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const [name] = node.arguments;
  if (name === undefined || !ts.isStringLiteralLike(name)) return undefined;
  const each = ts.isCallExpression(node.expression) ? node.expression : undefined;
  const [kind, ...modifiers] = namesOf(each?.expression ?? node.expression);
  if (kind !== "test" && kind !== "describe") return undefined;
  if (each !== undefined && modifiers.at(-1) !== "each") return undefined;
  const isSkipped = modifiers.some((modifier) => ["skip", "skipIf", "runIf", "todo", "fails"].includes(modifier));
  return {
    kind,
    name: name.text,
    isSkipped,
    tablesAfter: ({ tables }) => [...tables, ...(each?.arguments ?? [])],
  };
}

/** `a.b.c` as its names. */
function namesOf(expression: ts.Expression): string[] {
  if (ts.isIdentifier(expression)) return [expression.text];
  return ts.isPropertyAccessExpression(expression) ? [...namesOf(expression.expression), expression.name.text] : [];
}

interface Pattern {
  readonly text: string;
  readonly words: () => ReadonlySet<string>;
}

function matches({ text, words }: Pattern, wanted: string): boolean {
  if (text === wanted) return true;
  const pieces = text.split(PLACEHOLDER).map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  if (pieces.length === 1) return false;
  const filled = new RegExp(`^${pieces.join("(.+?)")}$`).exec(wanted);
  return filled?.slice(1).every((value) => words().has(value)) ?? false;
}

type Meanings = ReadonlyMap<string, () => ts.Node>;

/** What the names of a file stand for: a variable's value, or the whole file it is imported from. */
function meaningsIn(source: ts.SourceFile, read: Read): Meanings {
  const meanings = new Map<string, () => ts.Node>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      const { initializer } = node;
      meanings.set(node.name.text, () => initializer);
    }
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      const { text } = node.moduleSpecifier;
      const file = once(() => parse((text.startsWith(".") ? read(text) : undefined) ?? ""));
      for (const name of importedNames(node)) meanings.set(name, file);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return meanings;
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  return bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements.map(({ name }) => name.text) : [];
}

/** Every text and number that stands in the tables, whole and cut at spaces, by whatever name it got there. */
function wordsOf(tables: readonly ts.Node[], meanings: Meanings): ReadonlySet<string> {
  const words = new Set<string>();
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node))
      for (const word of [node.text, ...node.text.split(" ")]) words.add(word);
    if (ts.isIdentifier(node) && !names.has(node.text)) {
      names.add(node.text);
      const meaning = meanings.get(node.text)?.();
      if (meaning !== undefined) visit(meaning);
    }
    ts.forEachChild(node, visit);
  };
  tables.forEach(visit);
  return words;
}
