import type { Example } from "./programs";

/** The parts of a resource's page that the schema contains. */
export interface Page {
  /** The prose, without the title, the programs at its beginning, and the tables whose facts the schema contains. */
  readonly prose: string;
  /** The section about imports. Absent if the page has none. */
  readonly imports: string | undefined;
}

/** Sections whose facts the schema contains. */
const tabulated = new Set(["Inputs", "Outputs", "What a change means", "In other languages"]);

/** Reads a page. `documentation` is the address of the folder with the pages, without which links become words. */
export function readPage(markdown: string, documentation?: string): Page {
  const clean = (text: string) => withoutLinks(text, documentation).trim();
  const [introduction = "", ...sections] = markdown.replace(/^# .*\n/, "").split(/^(?=## )/m);
  const kept = sections.filter((section) => !tabulated.has(titleOf(section)) && titleOf(section) !== "Import");
  const imports = sections.find((section) => titleOf(section) === "Import")?.replace(/^.*\n/, "");
  const prose = [introduction, ...kept].map((text) => clean(withoutPrograms(text)));
  return { prose: prose.join("\n\n"), imports: imports && clean(imports) };
}

/**
 * Returns a description: the prose, the example, and the text about imports. The form of the example lets each SDK take
 * the program in its own language.
 */
export function describe(prose: string, example: Example, imports?: string): string {
  const written = Object.entries(example).filter(([, text]) => text !== "");
  const programs = written.map(([language, text]) => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``);
  return [prose, ...shown(programs), ...(imports === undefined ? [] : ["## Import", imports])].join("\n\n");
}

function shown(programs: readonly string[]): readonly string[] {
  if (programs.length === 0) return [];
  return [
    "{{% examples %}}",
    "## Example Usage",
    "{{% example %}}",
    ...programs,
    "{{% /example %}}",
    "{{% /examples %}}",
  ];
}

function titleOf(section: string): string {
  return /^## (.*)/.exec(section)?.[1]?.trim() ?? "";
}

/**
 * Removes programs and diagrams, because a program is in one language and the description reaches readers of all. Also
 * removes the sentence that announces such a block with a colon.
 */
function withoutPrograms(text: string): string {
  const removed = "\0";
  const [end = "", ...before] = text
    .replace(/^<!-- generated: .*?^<!-- end -->\n/gms, "")
    .replace(/^```(\w*).*?^```\n/gms, (block, language: string) => (language === "sh" ? block : removed))
    .split(removed)
    .toReversed();
  return [...before.toReversed().map(withoutAnnouncement), end].join("").replace(/\n{3,}/g, "\n\n");
}

function withoutAnnouncement(text: string): string {
  if (!/:\s*$/.test(text)) return text;
  const paragraph = text.trimEnd().lastIndexOf("\n\n") + 1;
  const sentence = text.search(/[.!?]\s(?!.*[.!?]\s\S)/s) + 1;
  return `${text.slice(0, Math.max(paragraph, sentence))}\n\n`;
}

/**
 * Replaces links to files of the repository, because readers of an SDK do not have the files. A link to a page becomes
 * its address, or the page's name while the project has no address.
 */
function withoutLinks(text: string, documentation: string | undefined): string {
  return text.replace(/\[([^\]]+)\]\((?!https?:)([^)]*)\)/g, (_link, label: string, target: string) => {
    const [, page, place = ""] = /^(?:\.\.\/)*(?:docs\/)?([\w-]+)\.md(#[\w-]+)?/.exec(target) ?? [];
    if (page === undefined) return label;
    if (documentation !== undefined) return `[${label}](${documentation}/${page}.md${place})`;
    return `${label} (page "${page}" of Podwright's documentation)`;
  });
}
