import type { Readable } from "node:stream";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import * as z from "zod";
import { type Clock, orAborted, withTimeout } from "../../kernel/clock";
import { isRfc3339 } from "../../kernel/dates";
import { parseJson } from "../../kernel/text";
import { checkInteger, checkOneOf, invalidCall } from "../errors/invalid-call";
import type { ClientContext } from "../http/http";
import { restRequest } from "../http/requests";
import { LOG_SOURCES, type LogLine, type LogOptions } from "./types";

export const MAX_LINES = 5_000;

/**
 * RunPod keeps the stream open for new lines, so the existing lines have no marked end. These limits in milliseconds end the
 * wait for existing lines.
 */
const FIRST_LINE_MS = 2_000;
const QUIET_MS = 300;
const TOTAL_MS = 5_000;
/** Smallest factor by which `timeScale` shortens these limits, because a busy machine needs some real time. */
const LEAST_SCALE = 0.15;
const NO_MORE_LINES = new Error("the log is quiet");

/** A log to read. */
export interface Log {
  readonly operation: string;
  readonly segments: readonly string[];
}

/** Reads the existing lines. Returns within a few seconds. */
export async function readLogs(
  { http, clock, timeScale }: Pick<ClientContext, "http" | "clock" | "timeScale">,
  { operation, segments }: Log,
  { tail = 100, source, since, signal }: LogOptions,
): Promise<LogLine[]> {
  checkInteger(operation, "tail", tail, { min: 1, max: MAX_LINES });
  checkSelection(operation, { source, since });
  let lines: LogLine[] = [];
  // RunPod ignores `tail` if `since` is given.
  const query = since === undefined ? { tail, source } : { since, source };
  await http.send({
    ...restRequest(operation, "GET", segments, { query, signal }),
    read: async (body) => {
      lines = await linesIn(body, since === undefined ? tail : MAX_LINES, clock, Math.max(timeScale, LEAST_SCALE));
      return "";
    },
  });
  return lines;
}

export function checkSelection(operation: string, { source, since }: Pick<LogOptions, "source" | "since">): void {
  checkOneOf(operation, "source", source, LOG_SOURCES);
  if (since !== undefined && !isRfc3339(since)) throw invalidCall(operation, "`since` must be an RFC 3339 time");
}

async function linesIn(body: Readable, tail: number, clock: Clock, scale: number): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  const read = eventReader();
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const end = clock.now() + TOTAL_MS;
  try {
    while (lines.length < tail) {
      const patienceMs = (lines.length === 0 ? FIRST_LINE_MS : QUIET_MS) * scale;
      const waitMs = Math.min(patienceMs, Math.max(0, end - clock.now()));
      const next = (signal: AbortSignal) => orAborted(chunks.next(), signal);
      const chunk = await withTimeout(clock, waitMs, NO_MORE_LINES, next);
      if (chunk.done === true) break;
      lines.push(...read(chunk.value).map(lineOf));
    }
  } catch (error) {
    // If some lines have arrived, return them instead of the error: half a log is more useful.
    if (error !== NO_MORE_LINES && lines.length === 0) throw error;
  } finally {
    discard(body);
  }
  return lines.slice(-tail);
}

/** Returns a function that reads server-sent events from the chunks of a stream. */
export function eventReader(): (chunk: Uint8Array) => EventSourceMessage[] {
  const events: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => events.push(event) });
  const decoder = new TextDecoder();
  return (chunk) => {
    parser.feed(decoder.decode(chunk, { stream: true }));
    return events.splice(0);
  };
}

/** Closes the connection of an endless stream, and ignores the error that this causes. */
export function discard(body: Readable): void {
  body.on("error", () => undefined).destroy();
}

const lineSchema = z.object({ ts: z.string(), source: z.string(), line: z.string() });

/** Turns an event into a line. An event in an undocumented form becomes a line too. */
export function lineOf({ id, data }: EventSourceMessage): LogLine {
  const read = lineSchema.safeParse(parseJson(data));
  return read.success ? read.data : { ts: id?.split("/")[0] ?? "", source: "container", line: data };
}
