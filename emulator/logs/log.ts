import type { Clock } from "../time/clock";

export interface LogLine {
  readonly ts: number;
  readonly sequence: number;
  readonly source: "container" | "system";
  readonly line: string;
}

/** What a pod's or a worker's container wrote, oldest first. */
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
  // Now and then rather than at every line, which would move the whole log each time.
  if (log.length > kept * 1.1) log.splice(0, log.length - kept);
}
