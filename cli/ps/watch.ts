import { formatDuration } from "../../kernel/duration";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { flag, type Input } from "../flags/command";
import { parseDuration } from "../flags/inputs";
import type { Printer } from "../flags/output";
import { quoted } from "../flags/usage-error";
import { counted } from "../output/text";

const usual = "10s";
/** Shortest allowed interval. */
const leastMs = 1_000;
/**
 * Shortest interval for each request of a reading: 30 requests a minute. RunPod allows 60 for a key, and pipelines may use the same
 * key.
 */
const msForRequest = 2_000;

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
 * continues. A reading with many requests makes the interval longer.
 */
export async function watched<Result>(
  read: (context: CommandContext) => Promise<Result>,
  { everyMs, output, context }: Watching<Result>,
): Promise<void> {
  const { signal, clock, terminal, warn, unread, endsBySignal } = context;
  let pauseMs = everyMs;
  let toldMs = everyMs;
  const reading = async () => {
    const ofKey = new Map<string, number>();
    const onRequest = (apiKey: string) => ofKey.set(apiKey, (ofKey.get(apiKey) ?? 0) + 1);
    const result = await read({ ...context, onRequest });
    return { result, requests: Math.max(0, ...ofKey.values()) };
  };
  const show = async ({ result, requests }: Awaited<ReturnType<typeof reading>>) => {
    if (output.format === "table") terminal?.clear?.();
    await output.print(result);
    pauseMs = Math.max(everyMs, requests * msForRequest);
    if (pauseMs <= toldMs) return;
    toldMs = pauseMs;
    warn(
      `note: a reading sends ${counted(requests, "request")}, so Podwright reads again after ${formatDuration(pauseMs)}, and leaves half of RunPod's 60 requests a minute to others\n`,
    );
  };
  // If the first reading fails, the command fails.
  await show(await reading());
  endsBySignal?.();
  while (unread?.aborted !== true) {
    const isOver = await clock.sleep(pauseMs, signal).then(
      () => false,
      () => true,
    );
    if (isOver) return;
    const result = await attempt(reading, signal).catch(() => undefined);
    if (result === undefined) return;
    if ("error" in result) warn(`warning: ${result.error}\n`);
    else await show(result.value);
  }
}
