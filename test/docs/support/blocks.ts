/** A fenced block of a page. */
export interface Block {
  /** The first word after the fence, such as `console` or `ts`. */
  readonly language: string;
  /** Words after the language; `skip` keeps tests from running it. */
  readonly words: readonly string[];
  readonly text: string;
  /** The number of its first line, from 1. */
  readonly line: number;
}

/** A page's runnable blocks in order. */
export function blocksOf(page: string, ...languages: readonly string[]): Block[] {
  const blocks: Block[] = [];
  const lines = page.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const [, indent = "", info] = /^( *)```(\S.*)$/.exec(lines[index] ?? "") ?? [];
    if (info === undefined) continue;
    const start = index + 1;
    while (index + 1 < lines.length && lines[index + 1]?.trim() !== "```") index++;
    const [language = "", ...words] = info.split(/\s+/);
    const text = lines.slice(start, index + 1).map((line) => line.slice(indent.length));
    blocks.push({ language, words, text: `${text.join("\n")}\n`, line: start + 1 });
    index++;
  }
  return blocks.filter(({ language, words }) => languages.includes(language) && !words.includes("skip"));
}

/** A command of a `console` block with its output on the page. */
export interface Step {
  readonly command: string;
  readonly output: readonly string[];
  readonly line: number;
}

/** Lines after `$ ` are commands, which a backslash continues; the other lines are their output. */
export function stepsOf({ text, line }: Block): Step[] {
  const steps: { command: string; output: string[]; line: number }[] = [];
  let continued = false;
  for (const [index, content] of text.trimEnd().split("\n").entries()) {
    const last = steps.at(-1);
    if (continued && last !== undefined) last.command += `\n${content}`;
    else if (content.startsWith("$ ")) steps.push({ command: content.slice(2), output: [], line: line + index });
    else if (last === undefined) throw new Error(`line ${line + index}: a console block begins with "$ "`);
    else last.output.push(content);
    continued = (continued || content.startsWith("$ ")) && content.endsWith("\\");
  }
  return steps;
}
