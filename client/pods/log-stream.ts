import type { Readable } from "node:stream";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import * as z from "zod";
import type { Clock } from "../clock";
import type { LogLine } from "./types";

export interface LogLimits {
  /** Lines after which the stream has said what was asked for. */
  readonly tail: number;
  readonly clock: Clock;
}

/** The stream stays open for what is yet to come; these say when what is there has come. */
const FIRST_LINE_MS = 2_000;
const QUIET_MS = 300;
const LONGEST_MS = 5_000;

const event = z.object({ ts: z.string(), source: z.string(), line: z.string() });

/** Reads the lines that are there (contract section 4.4), and never longer than a few seconds. */
export async function readLog(body: Readable, { tail, clock }: LogLimits): Promise<LogLine[]> {
  const lines: LogLine[] = [];
  const parser = createParser({ onEvent: (message) => lines.push(lineOf(message)) });
  const decoder = new TextDecoder();
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]();
  const end = clock.now() + LONGEST_MS;
  try {
    while (lines.length < tail) {
      const patience = Math.min(lines.length === 0 ? FIRST_LINE_MS : QUIET_MS, end - clock.now());
      const chunk = await within(chunks.next(), patience, clock);
      if (chunk === undefined || chunk.done === true) break;
      parser.feed(decoder.decode(chunk.value, { stream: true }));
    }
  } catch (error) {
    // Half a log explains more than the connection that broke.
    if (lines.length === 0) throw error;
  } finally {
    // The iterator cannot be left while it waits for a chunk; the connection can. That it then complains is expected.
    body.on("error", () => undefined).destroy();
  }
  return lines.slice(-tail);
}

/** The promise's value, or `undefined` when it takes longer. */
async function within<T>(promise: Promise<T>, ms: number, clock: Clock): Promise<T | undefined> {
  const alarm = new AbortController();
  const timer = clock.sleep(Math.max(0, ms), alarm.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([promise, timer]);
  } finally {
    alarm.abort();
    promise.catch(() => undefined);
  }
}

/** What is no line of the kind that is documented is shown all the same. */
export function lineOf({ id, data }: EventSourceMessage): LogLine {
  const read = event.safeParse(parsed(data));
  return read.success ? read.data : { ts: id?.split("/")[0] ?? "", source: "container", line: data };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
