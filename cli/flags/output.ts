import { type Command, Option } from "commander";
import type { CommandContext } from "../context/context";
import { type Csv, csvOf } from "../output/csv";
import { jsonOf, yamlOf } from "../output/documents";
import { reportToShow } from "../output/others-words";
import { asMarkdown, onTerminal, type Report } from "../output/report";
import type { Input, Refuse } from "./command";
import { choosing, oneOf } from "./inputs";

/** The formats. `table` is for people and may change. The other formats are for programs and stay the same. */
const allFormats = ["table", "json", "yaml", "csv", "markdown", "junit", "sarif", "github"] as const;
export type OutputFormat = (typeof allFormats)[number];

export const outputFlag = "-o, --output <format>";

/** Renders a result in the formats that its command offers besides JSON. */
export interface Renderers<Result> {
  readonly table?: (result: Result, context: CommandContext) => string;
  /** Renders a table for a terminal, or Markdown. */
  readonly report?: (result: Result) => Report;
  readonly csv?: (result: Result) => Csv;
  /** Returns the document for `json` and `yaml`. Default: the result itself. */
  readonly document?: (result: Result) => unknown;
  /** Formats of other programs. */
  readonly others?: Readonly<Partial<Record<OutputFormat, (result: Result) => string>>>;
}

/** Prints results in the format that the command line requests. */
export interface Printer<Result> {
  readonly format: OutputFormat;
  /** True if the command line contains the flag. */
  readonly isChosen: boolean;
  print(result: Result, format?: OutputFormat): Promise<void>;
}

/** The flag `--output` of a command. This is the only place that chooses among formats. */
export class Output<Result> implements Input<Printer<Result>> {
  readonly formats: readonly OutputFormat[];
  readonly #kind: "report" | "data";
  readonly #renderers: Renderers<Result>;

  /**
   * A `report` on stacks prints a table by default. A command that prints `data` from RunPod prints a table on a
   * terminal, and JSON otherwise.
   */
  constructor(kind: "report" | "data", renderers: Renderers<Result>) {
    const offered = ["table", "json", "yaml", ...(renderers.csv ? ["csv"] : [])];
    if (renderers.report) offered.push("markdown");
    offered.push(...Object.keys(renderers.others ?? {}));
    this.formats = allFormats.filter((format) => offered.includes(format));
    this.#kind = kind;
    this.#renderers = renderers;
  }

  add(command: Command): void {
    const isReport = this.#kind === "report";
    const option = new Option(
      outputFlag,
      isReport ? "format of the output" : "format of the output (default: table on a terminal, otherwise json)",
    );
    command.addOption(choosing(this.formats, isReport ? "table" : undefined)(option));
  }

  read(command: Command, refuse: Refuse, context: CommandContext): Printer<Result> {
    const given = command.opts().output as string | undefined;
    const chosen = given && oneOf(given, this.formats, (fault) => refuse(`--output ${fault}`));
    const format = chosen || (context.terminal === undefined ? "json" : "table");
    return {
      format,
      isChosen: given !== undefined,
      print: async (result, as = format) => {
        const isReport = this.#kind === "report" || this.#renderers.report !== undefined;
        const shown = isReport ? reportToShow(result) : result;
        const text = await this.#textOf(shown, as, context);
        // GitHub's runner reads these lines as commands. The format escapes all texts in these lines.
        if (as === "github") (context.printCommands ?? context.print)(text);
        else context.print(text);
      },
    };
  }

  async #textOf(result: Result, format: OutputFormat, context: CommandContext): Promise<string> {
    const { table, report, csv, document = (all: Result): unknown => all } = this.#renderers;
    if (format === "json") return `${jsonOf(document(result), 2)}\n`;
    if (format === "yaml") return await yamlOf(document(result));
    const other = this.#renderers.others?.[format];
    if (other !== undefined) return other(result);
    if (format === "csv" && csv !== undefined) return await csvOf(csv(result));
    if (report === undefined) return table?.(result, context) ?? "";
    return format === "markdown" ? asMarkdown(report(result)) : onTerminal(report(result), context);
  }
}
