import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { type Block, blocksOf } from "../../../docs/support/blocks";
import { faultsOf } from "../../../docs/support/page-shell";
import { listen } from "../../../support/listen";
import type { Desk } from "./desk";
import { type Section, sectionsOf } from "./sections";

const pages = join(__dirname, "../../../../docs");

export interface Circumstances {
  readonly desk: Desk;
  /** The emulator's address, which replaces the address on the page. */
  readonly url: string;
  /** Anchors of the sections to follow. Default: the whole page. */
  readonly sections?: readonly string[];
  /** Replacements for texts on the page, such as `<key>`. */
  readonly inserted?: Readonly<Record<string, string>>;
  /** Events for the page's `<!-- meanwhile: name -->` comments. */
  readonly meanwhile?: Readonly<Record<string, () => void | Promise<void>>>;
}

/**
 * Follows a page block by block in one shell: it runs `console` and `sh` blocks, and writes every other block with a file
 * name to that file. A section that says "begin with" a linked section of another page runs after that section.
 * Returns the differences from the pages, `""` if there are none.
 */
export async function follow(page: string, around: Circumstances): Promise<string> {
  const happenings = await serveHappenings(around.meanwhile ?? {});
  try {
    const inserted = Object.entries({
      "http://127.0.0.1:8484": around.url,
      // The test has usually started an emulator already.
      "podwright emulator > emulator.log &": ": &",
      ...around.inserted,
    });
    const blocks = stepsIn(page, happenings.url, around.sections).map((block) => ({
      ...block,
      text: inserted.reduce((all, [shown, own]) => all.replaceAll(shown, own), block.text),
    }));
    const { cwd, env, bin } = around.desk;
    return (await faultsOf(blocks, { cwd, bin, env: defined(env) })).join("\n\n");
  } finally {
    happenings.close();
  }
}

function stepsIn(page: string, happenings: string, only?: readonly string[]): Block[] {
  const text = readFileSync(join(pages, page), "utf8");
  const sections = sectionsOf(text).filter(({ anchor, level }) => only?.includes(anchor) ?? level <= 2);
  const missing = only?.filter((anchor) => !sections.some((section) => section.anchor === anchor)) ?? [];
  if (missing.length > 0) throw new Error(`${page} has no section ${missing.join(", ")}`);
  const isIn = ({ line }: Block) => sections.some(({ from, to }) => from <= line && line < to);
  const blocks = blocksOf(text, ...programLanguages)
    .filter(isIn)
    .map(runnable);
  const own = [...blocks, ...meanwhileIn(text, happenings).filter(isIn)].sort((a, b) => a.line - b.line);
  return [...beginningOf(text, sections).flatMap(([other, anchor]) => stepsIn(other, happenings, [anchor])), ...own];
}

/** The sections to begin with. */
function beginningOf(text: string, sections: readonly Section[]): (readonly [page: string, anchor: string])[] {
  const lines = text.split("\n");
  return sections.flatMap(({ from, to }) =>
    [
      ...lines
        .slice(from - 1, to - 1)
        .join(" ")
        .matchAll(/[Bb]egin with \[[^\]]+\]\(([\w./-]+\.md)#([\w-]+)\)/g),
    ].map(([, page = "", anchor = ""]) => [page, anchor] as const),
  );
}

/** Languages of blocks with programs or commands. */
export const programLanguages = ["console", "sh", "bash", "ts", "js", "yaml", "json", "py", "go"] as const;

function runnable(block: Block): Block {
  if (block.language === "console" || block.language === "sh") return block;
  const [file] = block.words;
  if (file === undefined) throw new Error(`line ${block.line}: a block in a guide names its file, or is "skip"`);
  return { ...block, language: "sh", text: `cat > ${file} <<'EOF-OF-BLOCK'\n${block.text}EOF-OF-BLOCK\n` };
}

function meanwhileIn(page: string, url: string): Block[] {
  return page.split("\n").flatMap((content, index) => {
    const [, name] = /^ *<!-- meanwhile: (.+) -->$/.exec(content) ?? [];
    if (name === undefined) return [];
    const call = `const answer = await fetch(${JSON.stringify(`${url}/${encodeURIComponent(name)}`)}); console.log(await answer.text()); process.exitCode = answer.ok ? 0 : 1`;
    return [{ language: "sh", words: [], text: `node --input-type=module -e '${call}'\n`, line: index + 1 }];
  });
}

async function serveHappenings(known: NonNullable<Circumstances["meanwhile"]>) {
  const server = createServer((request, response) => {
    const name = decodeURIComponent((request.url ?? "/").slice(1));
    happen(known, name).then(
      () => response.writeHead(200).end(),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  return { url: await listen(server), close: () => server.close() };
}

async function happen(known: NonNullable<Circumstances["meanwhile"]>, name: string): Promise<void> {
  const happening = known[name];
  if (happening === undefined) throw new Error(`the test does not know how "${name}" comes about`);
  await happening();
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
