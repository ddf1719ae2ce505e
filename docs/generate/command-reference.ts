import type { CommandContext } from "../../cli/context/context";
import { exitCodesOf } from "../../cli/context/exit-codes";
import { helpText, type Run } from "./help";
import { code, table } from "./markdown";

/**
 * The parts of a command's page, each under its heading on the page. The heading of a part about several commands lists
 * the commands with commas.
 */
export const commandParts: Readonly<Record<string, (commands: string, run: Run) => Promise<string>>> = {
  "synopsis of ": async (commands, run) => synopsis(await readAll(commands, run)),
  "flags of ": async (commands, run) => flags(await readAll(commands, run)),
  "examples of ": async (commands, run) => asText((await readAll(commands, run)).flatMap(({ examples }) => examples)),
  "exit codes of ": (command) => Promise.resolve(exitCodes(command)),
};

/** The parts of a command's help. */
interface Help {
  /** The last word of the command, such as `pods`. */
  readonly name: string;
  readonly usage: string;
  readonly description: string;
  /** Arguments or flags: the term and its meaning. */
  readonly terms: Readonly<Record<string, readonly (readonly [term: string, meaning: string])[]>>;
  readonly examples: readonly string[];
}

/** A terminal that is so wide that the help breaks no line. */
const wide: CommandContext["terminal"] = { columns: 100_000 };

async function readAll(commands: string, run: Run): Promise<Help[]> {
  return await Promise.all(commands.split(", ").map(async (command) => await read(command, run)));
}

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
    name: command.split(" ").at(-1) ?? "",
    usage: usage.replace(/^Usage: /, ""),
    description: parts[0] ?? "",
    terms: { Argument: termsOf("Arguments"), Flag: termsOf("Options") },
    examples: (titled.get("Examples") ?? []).map((line) => line.replace(/^ *\$ /, "")),
  };
}

function termIn(line: string): readonly [string, string] {
  const [term = "", ...meaning] = line.trim().split(/ {2,}/);
  return [term, meaning.join(" ")];
}

function synopsis(all: readonly Help[]): string {
  const meaning =
    all.length === 1
      ? all.map(({ description }) => description).join("")
      : table(
          ["Command", "What it does"],
          all.map(({ name, description }) => [code(name), description]),
        );
  return `${meaning}\n\n${asText(all.map(({ usage }) => usage))}`;
}

/** The meaning of a flag, and the commands that have the flag with this meaning. */
type Uses = Map<string, string[]>;

/** Every page would repeat this flag. */
const onEveryPage = "-h, --help";

function flags(all: readonly Help[]): string {
  const tables = ["Argument", "Flag"].flatMap((title) => {
    const uses = new Map<string, Uses>();
    for (const { name, terms } of all) {
      for (const [term, meaning] of terms[title] ?? []) {
        const meanings: Uses = uses.get(term) ?? new Map<string, string[]>();
        uses.set(term, meanings.set(meaning, [...(meanings.get(meaning) ?? []), name]));
      }
    }
    uses.delete(onEveryPage);
    return uses.size === 0 ? [] : [usesTable(title, uses, all.length)];
  });
  return tables.join("\n\n");
}

/** Names the commands of each flag, unless all commands have all flags. */
function usesTable(title: string, uses: ReadonlyMap<string, Uses>, count: number): string {
  const rows = [...uses].flatMap(([term, meanings]) =>
    [...meanings].map(([meaning, names]) => ({ term: code(term), names, meaning })),
  );
  if (rows.every(({ names }) => names.length === count))
    return table(
      [title, "Meaning"],
      rows.map(({ term, meaning }) => [term, meaning]),
    );
  return table(
    [title, "Commands", "Meaning"],
    rows.map(({ term, names, meaning }) => [term, names.length === count ? "all" : names.join(", "), meaning]),
  );
}

function exitCodes(command: string): string {
  const own = exitCodesOf(command);
  const common = "The [exit codes of all commands](README.md#exit-codes) apply";
  if (own.length === 0) return `${common}.`;
  const rows = own.map(({ code, meaning }) => [String(code), meaning]);
  return `${table(["Code", "Meaning"], rows)}\n\n${common} too.`;
}

/** Marks the block as text and not as shell commands, because the tests run the commands of pages. */
function asText(lines: readonly string[]): string {
  return `\`\`\`text\n${lines.join("\n")}\n\`\`\``;
}
