import { restRequest } from "../http/rest";
import type { Means } from "../means";
import { checkInteger, checkOneOf, refuse } from "../values/refuse";
import { isRfc3339 } from "../values/rfc3339";
import { readLog } from "./log-stream";
import { LOG_SOURCES, type LogLine, type LogOptions } from "./types";

export const MOST_LINES = 5_000;

/** Which log. */
export interface Log {
  readonly operation: string;
  readonly segments: readonly string[];
}

/** Reads a log that the platform serves as an endless stream (contract section 4.4). */
export async function readLogs(
  { http, clock }: Pick<Means, "http" | "clock">,
  { operation, segments }: Log,
  { tail = 100, source, since, signal }: LogOptions,
): Promise<LogLine[]> {
  checkInteger(operation, "tail", tail, { min: 1, max: MOST_LINES });
  checkSelection(operation, { source, since });
  let lines: LogLine[] = [];
  // The platform ignores the one when it is given the other.
  const query = since === undefined ? { tail, source } : { since, source };
  await http.send({
    ...restRequest(operation, "GET", segments, { query, signal }),
    read: async (body) => {
      lines = await readLog(body, { tail: since === undefined ? tail : MOST_LINES, clock });
      return "";
    },
  });
  return lines;
}

export function checkSelection(operation: string, { source, since }: Pick<LogOptions, "source" | "since">): void {
  checkOneOf(operation, "source", source, LOG_SOURCES);
  if (since !== undefined && !isRfc3339(since)) throw refuse(operation, "since is not an RFC 3339 time");
}
