import { systemClock } from "../../client/values/clock";
import { callCommandsWith } from "../../provider/values/as-called";
import { exitCodes } from "../context/exit-codes";
import { watchInterruption } from "../context/interruption";
import { watchOutput } from "../context/streams";
import { terminalOf } from "../context/terminal";
import { run } from "./run";

/** Makes this process a command line: its signals, streams and exit code. `words` are those that its user calls it with. */
export function runInProcess(args: readonly string[], words: () => string): void {
  callCommandsWith(words);
  const interruption = watchInterruption();
  const output = watchOutput(process.stdout, (reason) => {
    process.stderr.write(`error: standard output cannot be written, so the result is lost: ${reason}\n`);
  });
  // When standard error fails, there is no place left to report it.
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
  // A stream reports its failure one turn after the last write.
  process.on("exit", () => {
    if (output.hasFailed()) process.exitCode = interruption.exitCode() ?? exitCodes.failed;
  });
}
