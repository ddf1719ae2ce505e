import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { flag, type Input } from "../flags/command";
import { parseDuration } from "../flags/inputs";
import type { Printer } from "../flags/output";
import { quoted } from "../flags/usage-error";

const usual = "10s";
/** Shortest allowed interval. RunPod limits the requests per minute, and each reading sends several requests. */
const leastMs = 1_000;

/** The flag's value is the interval in milliseconds, or `undefined` without the flag. */
export const watchInput: Input<number | undefined> = flag<number | undefined, string | true>(
  "--watch [time]",
  `print the list again at this interval, until Ctrl-C (default: ${usual})`,
  (given, { refuse }) => {
    if (given === undefined) return undefined;
    const ms = parseDuration(given === true ? usual : given);
    return ms !== undefined && ms >= leastMs
      ? ms
      : refuse(`must be a time of at least 1s, not ${quoted(String(given))}`);
  },
);

interface Watching<Result> {
  readonly everyMs: number;
  readonly output: Printer<Result>;
  readonly context: CommandContext;
}

/**
 * Prints a result repeatedly, until the user presses Ctrl-C. If a later reading fails, it prints a warning and
 * continues.
 */
export async function watched<Result>(
  read: () => Promise<Result>,
  { everyMs, output, context }: Watching<Result>,
): Promise<void> {
  const { signal, clock, terminal, warn, unread, endsBySignal } = context;
  const show = async (result: Result) => {
    if (output.format === "table") terminal?.clear?.();
    await output.print(result);
  };
  // If the first reading fails, the command fails.
  await show(await read());
  endsBySignal?.();
  while (unread?.aborted !== true) {
    const isOver = await clock.sleep(everyMs, signal).then(
      () => false,
      () => true,
    );
    if (isOver) return;
    const result = await attempt(read, signal).catch(() => undefined);
    if (result === undefined) return;
    if ("error" in result) warn(`warning: ${result.error}\n`);
    else await show(result.value);
  }
}
