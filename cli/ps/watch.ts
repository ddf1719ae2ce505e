import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { flag, type Input } from "../flags/command";
import { parseDuration } from "../flags/inputs";
import type { Printer } from "../flags/output";
import { quoted } from "../flags/usage-error";

const usual = "10s";
/** RunPod limits the requests of a minute, and each reading needs several. */
const leastMs = 1_000;

/** Milliseconds between two readings; `undefined` for one reading. */
export const watchInput: Input<number | undefined> = flag<number | undefined, string | true>(
  "--watch [time]",
  `read and print again after this time, until Ctrl-C (default: ${usual})`,
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

/** Prints a result again and again. A failed reading does not end this: the network may come back. Ctrl-C is its usual end. */
export async function watched<Result>(
  read: () => Promise<Result>,
  { everyMs, output, context }: Watching<Result>,
): Promise<void> {
  const { signal, clock, terminal, warn, unread, endsBySignal } = context;
  const show = async (result: Result) => {
    if (output.format === "table") terminal?.clear?.();
    await output.print(result);
  };
  // A command that cannot even begin is a failure.
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
