import type { CommandContext } from "../../cli/context/context";
import { exitCodeTable } from "../../cli/context/exit-codes";
import type { run } from "../../cli/program/run";
import { table } from "./markdown";

/** Loads the command line, from its sources if possible, otherwise from the build. */
export type Run = typeof run;

/** Returns the help that `podwright <command> --help` prints into a pipe. */
export async function helpOf(command: string, run: Run): Promise<string> {
  return `\`\`\`text\n${(await helpText(command, run)).trimEnd()}\n\`\`\``;
}

/** Returns the help for a terminal of this size. */
export async function helpText(command: string, run: Run, terminal?: CommandContext["terminal"]): Promise<string> {
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  const signal = new AbortController().signal;
  const exitCode = await run([...command.split(" "), "--help"], {
    signal,
    env: {},
    print: write,
    warn: write,
    terminal,
  });
  if (exitCode !== 0) throw new Error(`there is no help of "${command}": ${text}`);
  return text;
}

export function exitCodes(): string {
  return table(
    ["Code", "Meaning"],
    exitCodeTable.map(({ code, meaning }) => [String(code), meaning]),
  );
}
