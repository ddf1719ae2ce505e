// Prints random sentences of the pages, comments, messages or test titles, each with its place, for a reader who did not write them:
// `node toolchain/sentences.mjs docs 40 7`. The same number at the end draws the same sentences from the same files.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import typescript from "typescript";
import { main } from "./lib/machine.mjs";

/** @typedef {{ place: string, text: string }} Sentence */

/** @type {Readonly<Record<string, { files: string[], sentences: (file: string, text: string) => Sentence[] }>>} */
const kinds = {
  docs: {
    files: ["README.md", "SECURITY.md", "docs/*.md", "examples/*.md", "provider/kinds/*.md", ":!docs/contributing"],
    sentences: ofPage,
  },
  contributing: { files: ["ARCHITECTURE.md", "CONTRIBUTING.md", "docs/contributing/*.md"], sentences: ofPage },
  comments: { files: ["*.ts", "*.mjs", ":!test", ":!sdk", ":!toolchain/sentences.mjs"], sentences: ofComments },
  messages: {
    files: ["client/*.ts", "provider/*.ts", "cli/*.ts", "emulator/*.ts", ":!emulator/graphql/schema.ts"],
    sentences: ofMessages,
  },
  titles: { files: ["test/**/*.test.ts"], sentences: ofTitles },
};

await main(async ({ repositoryFolder }) => {
  const [name = "docs", count = "40", seed = "1"] = process.argv.slice(2);
  const kind = kinds[name];
  if (kind === undefined)
    throw new Error(`"${name}" is no kind of text. Name one of ${Object.keys(kinds).join(", ")}.`);
  const listed = execFileSync("git", ["ls-files", ...kind.files], { cwd: repositoryFolder, encoding: "utf8" });
  const all = listed
    .split("\n")
    .filter(Boolean)
    .flatMap((file) => kind.sentences(file, readFileSync(path.join(repositoryFolder, file), "utf8")));
  const random = randomFrom(Number(seed));
  for (let left = Math.min(Number(count), all.length); left > 0; left--) {
    const [drawn] = all.splice(Math.floor(random() * all.length), 1);
    console.log(`${drawn?.place}\n  ${drawn?.text}\n`);
  }
});

/** Sentences of paragraphs and lists, and the rows of tables, without programs. @type {(file: string, text: string) => Sentence[]} */
function ofPage(file, text) {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, "").replaceAll(/<!--[\s\S]*?-->|^\|.*\n(?=\| -)/gm, "");
  let heading = "";
  return prose.split(/\n\s*\n|\n(?= *(?:[-*|#]|\d+\.) ?)/).flatMap((block) => {
    const line = block.replaceAll(/\s+/g, " ").trim();
    if (line.startsWith("#")) heading = line.replace(/^#+ /, "");
    if (/^(#.*|[|\s:-]*)$/.test(line)) return [];
    const parts = line.startsWith("|") ? [line] : sentencesIn(line.replace(/^(?:[-*]|\d+\.) /, ""));
    return parts.map((part) => ({ place: `${file}, ${heading}`, text: part }));
  });
}

/** @type {(file: string, text: string) => Sentence[]} */
function ofComments(file, text) {
  const comments = text.match(/\/\*\*[\s\S]*?\*\/|(?:^ *\/\/ .*\n?)+/gm) ?? [];
  return comments.flatMap((comment) =>
    sentencesIn(
      comment
        .replaceAll(/^\s*(?:\/\*\*|\*\/|\*|\/\/)|\*\/$/gm, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
    ).map((part) => ({ place: file, text: part })),
  );
}

/** The texts of strings with four words and more, which are messages, help and hover texts. @type {(file: string, text: string) => Sentence[]} */
function ofMessages(file, text) {
  /** @type {Sentence[]} */
  const found = [];
  /** @type {(node: typescript.Node) => void} */
  const visit = (node) => {
    const message = textOf(node);
    if (message === undefined) typescript.forEachChild(node, visit);
    else if ((message.match(/(?<![\w-])[A-Za-z']{2,}(?![\w-])/g) ?? []).length > 3)
      found.push({ place: file, text: message });
  };
  visit(typescript.createSourceFile(file, text, typescript.ScriptTarget.Latest, true));
  return found.flatMap(({ text }) =>
    sentencesIn(text.replaceAll(/\s+/g, " ").trim()).map((part) => ({ place: file, text: part })),
  );
}

/** A string, template or sum of strings as text, with an inserted expression in braces. @type {(node: typescript.Node) => string | undefined} */
function textOf(node) {
  if (typescript.isStringLiteralLike(node)) return node.text;
  if (typescript.isTemplateExpression(node))
    return node.templateSpans.reduce(
      (sum, span) => `${sum}{${span.expression.getText()}}${span.literal.text}`,
      node.head.text,
    );
  if (!typescript.isBinaryExpression(node) || node.operatorToken.kind !== typescript.SyntaxKind.PlusToken)
    return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined
    ? undefined
    : (left ?? `{${node.left.getText()}}`) + (right ?? `{${node.right.getText()}}`);
}

/** Each title after the titles of its describes, which the indentation shows. @type {(file: string, text: string) => Sentence[]} */
function ofTitles(file, text) {
  /** @type {{ indent: number, title: string }[]} */
  let around = [];
  /** @type {Map<number, string>} */
  const opened = new Map();
  // The title of a `test.each` or `describe.each` follows its table, after `])(`. The first line of the table names the
  // function.
  const calls = text.matchAll(
    /^( *)((?:newerT|t)est|it|describe|\])(?:(?:(?:\.(?:only|skip|each|concurrent))*|(?!\w).*?\))\(\s*(["'`])((?:(?!\3).)+)\3,)?/gm,
  );
  return [...calls].flatMap(([, { length: indent } = "", word = "", , title]) => {
    if (word !== "]") opened.set(indent, word);
    if (title === undefined) return [];
    around = around.filter((outer) => outer.indent < indent);
    if (opened.get(indent) === "describe") {
      around.push({ indent, title });
      return [];
    }
    return [{ place: file, text: [...around.map((outer) => outer.title), title].join(" > ") }];
  });
}

/** @type {(text: string) => string[]} */
function sentencesIn(text) {
  return text.split(/(?<=[.:?!]\)?) (?=[A-Z`*[])/).filter((part) => part.split(" ").length > 2);
}

/** Numbers from 0 to 1 that follow from the seed (mulberry32). @type {(seed: number) => () => number} */
function randomFrom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
