import type { LogLine, LogOptions } from "../../client";
import { oneLine } from "../../kernel/plain-text";
import { withDeadline } from "../pulumi/deadline";
import type { Run } from "../session/run";

/** Number of lines that an error or the state keeps. */
export const tailLines = 20;
/** Longest line in an error. The state stores the error's reasons, and one line of a log must not fill it. */
const longestLine = 500;
/** Time limit for reading the log, so that the reading does not delay the error. */
const patienceMs = 5_000;

type ReadLog = (options: LogOptions) => Promise<readonly LogLine[]>;

/** Returns the last lines of a log as text for an error. */
export async function logTail(run: Pick<Run, "clock" | "signal">, read: ReadLog): Promise<readonly string[]> {
  return textsOf(await logLines(run, read));
}

export function textsOf(lines: readonly LogLine[]): string[] {
  return lines.map(({ source, line }) => `${source}: ${line}`);
}

/** Returns the last lines of a log, oldest first. Returns no lines if the log cannot be read in time. */
export async function logLines(run: Pick<Run, "clock" | "signal">, read: ReadLog): Promise<readonly LogLine[]> {
  return (await linesIfRead(run, read)) ?? [];
}

/** Returns the last lines of a log, oldest first. Returns `undefined` if the log cannot be read in time, which proves nothing. */
export async function linesIfRead(
  { clock, signal }: Pick<Run, "clock" | "signal">,
  read: ReadLog,
): Promise<readonly LogLine[] | undefined> {
  if (signal.aborted) return undefined;
  try {
    const lines = await withDeadline(clock, patienceMs, (expiry) => read({ tail: tailLines, signal: expiry }));
    return lines.slice(-tailLines);
  } catch {
    return undefined;
  }
}

/** Makes a reason for an `InitError` from the lines. */
export function logReason(of: string, lines: readonly string[], mask: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  return [`the last lines of ${of} log:\n${lines.map((line) => `  | ${shownLine(line, mask)}`).join("\n")}`];
}

/** Returns a line of a log as errors, progress and the state show it. */
export function shownLine(text: string, mask: (text: string) => string): string {
  // Podwright masks a line before it shortens the line, because a mask does not recognise half a secret.
  const line = oneLine(mask(text));
  return line.length > longestLine ? `${line.slice(0, longestLine)}… (${line.length} characters)` : line;
}
