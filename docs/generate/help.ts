import { exitCodeTable } from "../../cli/context/exit-codes";
import type { run } from "../../cli/program/run";
import { table } from "./markdown";

/** The command line: its sources where they can be loaded, else the build. */
export type Run = typeof run;

/** What `podwright <command> --help` prints into a pipe. */
export async function helpOf(command: string, run: Run): Promise<string> {
  let text = "";
  const write = (part: string) => {
    text += part;
  };
  const signal = new AbortController().signal;
  const exitCode = await run([...command.split(" "), "--help"], { signal, env: {}, print: write, warn: write });
  if (exitCode !== 0) throw new Error(`there is no help of "${command}": ${text}`);
  return `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
}

export function exitCodes(): string {
  return table(
    ["Code", "Meaning"],
    exitCodeTable.map(({ code, meaning }) => [String(code), meaning]),
  );
}
