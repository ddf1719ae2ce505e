import type { Clock } from "../time/clock";

export interface LogLine {
  readonly ts: number;
  readonly sequence: number;
  readonly source: "container" | "system";
  readonly line: string;
}

/** A pod or worker with its log, oldest line first. */
export interface Logged {
  readonly log: LogLine[];
}

const kept = 10_000;

interface Timed {
  readonly clock: Clock;
}

export function write({ clock }: Timed, { log }: Logged, source: LogLine["source"], line: string): void {
  const sequence = (log.at(-1)?.sequence ?? 0) + 1;
  log.push({ ts: clock.now(), sequence, source, line });
  // Shortens the log only from time to time, because each `splice` moves all lines.
  if (log.length > kept * 1.1) log.splice(0, log.length - kept);
}
