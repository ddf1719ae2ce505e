import { callCommandsWith } from "../../kernel/as-called";
import { systemClock } from "../../kernel/clock";
import { exitCodes } from "../context/exit-codes";
import { watchInterruption } from "../context/interruption";
import { watchOutput } from "../context/streams";
import { terminalOf } from "../context/terminal";
import { run } from "./run";

/**
 * Sets up the signals, the streams and the exit code of this process for a command line. `words` returns the words with
 * which the user calls the command line.
 */
export function runInProcess(args: readonly string[], words: () => string): void {
  callCommandsWith(words);
  const interruption = watchInterruption();
  const output = watchOutput(process.stdout, (reason) => {
    process.stderr.write(`error: Podwright cannot write to standard output, so the result is lost: ${reason}\n`);
  });
  // If standard error fails, there is no place to report the failure.
  watchOutput(process.stderr);

  void run(args, {
    signal: interruption.signal,
    endsBySignal: interruption.expect,
    unread: output.unread,
    clock: systemClock,
    env: process.env,
    print: (text) => process.stdout.write(text),
    warn: (text) => process.stderr.write(text),
    ...terminalOf(),
  }).then((exitCode) => {
    process.exitCode = interruption.exitCode() ?? exitCode;
  });
  // A stream reports a failed write only in the next turn of the event loop.
  process.on("exit", () => {
    if (output.hasFailed()) process.exitCode = interruption.exitCode() ?? exitCodes.failed;
  });
}
