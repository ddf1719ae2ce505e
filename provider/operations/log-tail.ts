import type { LogLine, LogOptions } from "../../client";
import { withDeadline } from "../waiting/deadline";
import type { Run } from "./run";

const tailLines = 20;
/** The reasons stay in the state: one line of a log must not fill it. */
const longestLine = 500;
/** Reading the log must not hold up the error it belongs to. */
const patienceMs = 5_000;

/** The last lines of a log, oldest first, for an error; none where they cannot be read in time. */
export async function logTail(
  { clock, signal }: Pick<Run, "clock" | "signal">,
  read: (options: LogOptions) => Promise<readonly LogLine[]>,
): Promise<readonly string[]> {
  if (signal.aborted) return [];
  try {
    const lines = await withDeadline(clock, patienceMs, (expiry) => read({ tail: tailLines, signal: expiry }));
    return lines.slice(-tailLines).map(({ source, line }) => `${source}: ${line}`);
  } catch {
    return [];
  }
}

/** As a reason of an `InitError`, if there are lines. */
export function logReason(of: string, lines: readonly string[], mask: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  // Shortened after masking: a mask does not recognise half a secret.
  return [`the last lines of ${of} log:\n${lines.map((line) => `  | ${shortened(mask(line))}`).join("\n")}`];
}

function shortened(line: string): string {
  return line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length} characters)` : line;
}
