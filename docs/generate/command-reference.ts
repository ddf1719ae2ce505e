import type { CommandContext } from "../../cli/context/context";
import { exitCodesOf } from "../../cli/context/exit-codes";
import { helpText, type Run } from "./help";
import { code, table } from "./markdown";

/** The parts of a command's page, each under its heading on the page. */
export const commandParts: Readonly<Record<string, (command: string, run: Run) => Promise<string>>> = {
  "synopsis of ": async (command, run) => synopsis(await read(command, run)),
  "flags of ": async (command, run) => flags(await read(command, run)),
  "examples of ": async (command, run) => examples(await read(command, run)),
  "exit codes of ": (command) => Promise.resolve(exitCodes(command)),
  "reference of ": async (command, run) => reference(await read(command, run)),
};

/** A command's help, by part. */
interface Help {
  readonly usage: string;
  readonly description: string;
  /** Arguments, flags or subcommands: the term and its meaning. */
  readonly terms: Readonly<Record<string, readonly (readonly [term: string, meaning: string])[]>>;
  readonly examples: readonly string[];
}

/** A terminal so wide that the help breaks no line. */
const wide: CommandContext["terminal"] = { columns: 100_000 };

async function read(command: string, run: Run): Promise<Help> {
  const text = await helpText(command, run, wide);
  const [usage = "", ...parts] = text.trimEnd().split("\n\n");
  const titled = new Map(
    parts.flatMap((part) => {
      const [, title = "", lines] = /^(Arguments|Options|Commands|Examples|Exit codes):\n(.*)$/s.exec(part) ?? [];
      return lines === undefined ? [] : [[title, lines.split("\n")] as const];
    }),
  );
  const termsOf = (title: string) => (titled.get(title) ?? []).map(termIn);
  return {
    usage: usage.replace(/^Usage: /, ""),
    description: parts[0] ?? "",
    terms: { Argument: termsOf("Arguments"), Flag: termsOf("Options"), Command: termsOf("Commands") },
    examples: (titled.get("Examples") ?? []).map((line) => line.replace(/^ *\$ /, "")),
  };
}

function termIn(line: string): readonly [string, string] {
  const [term = "", ...meaning] = line.trim().split(/ {2,}/);
  return [term, meaning.join(" ")];
}

function synopsis({ usage, description }: Help): string {
  return `${asText([usage])}\n\n${description}`;
}

function flags({ terms }: Help): string {
  const tables = Object.entries(terms).map(([title, rows]) =>
    rows.length === 0
      ? []
      : table(
          [title, "Meaning"],
          rows.map(([term, meaning]) => [code(term), meaning]),
        ),
  );
  return tables.flat().join("\n\n");
}

function examples({ examples }: Help): string {
  return asText(examples);
}

function reference(help: Help): string {
  return [synopsis(help), flags(help), examples(help)].join("\n\n");
}

function exitCodes(command: string): string {
  return table(
    ["Code", "Meaning"],
    exitCodesOf(command).map(({ code, meaning }) => [String(code), meaning]),
  );
}

/** Marks the block as text and not as shell commands, because the tests run the commands of pages. */
function asText(lines: readonly string[]): string {
  return `\`\`\`text\n${lines.join("\n")}\n\`\`\``;
}
