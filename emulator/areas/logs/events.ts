import { problems } from "../../http/problem";
import { choice, instant, integer } from "../../http/query";
import { type ApiResponse, type Call, eventStream } from "../../http/route";
import type { Platform } from "../../platform/platform";
import type { LogLine } from "../../records/log";
import { timestamp } from "../../time/clock";
import type { Followed } from "./logged";

interface Selection {
  readonly source: LogLine["source"] | undefined;
  readonly tail: number;
  readonly since: number | undefined;
  /** Position of the last event that the client has received. */
  readonly after: { readonly ts: number; readonly sequence: number } | undefined;
}

/** Reads the parameters. `Last-Event-ID` overrides `since`, and both override `tail`. */
function selectionOf({ query, headers }: Call): Selection {
  const since = query.get("since");
  const last = headers["last-event-id"];
  return {
    source: choice(query, "source", ["container", "system"]),
    tail: integer(query, "tail", 0, 5000) ?? 100,
    since: since === null ? undefined : instant(since, "since"),
    after: typeof last === "string" && last !== "" ? position(last) : undefined,
  };
}

/** Returns the response with a log. Calls `find` only after a check of the parameters. */
export function logResponse(
  platform: Platform,
  call: Call,
  find: (platform: Platform, call: Call) => Followed,
): ApiResponse {
  const selection = selectionOf(call);
  return eventStream(logEvents(platform, find(platform, call), selection));
}

/** Yields the existing lines, and then each new line until the container is gone. */
async function* logEvents(platform: Platform, { log, isLive }: Followed, selection: Selection): AsyncIterable<string> {
  const shown = (line: LogLine) => selection.source === undefined || line.source === selection.source;
  let last = log.at(-1)?.sequence ?? 0;
  yield past(log, selection, shown).map(event).join("");
  while (isLive()) {
    await platform.clock.until(() => newer(log, last).length > 0 || !isLive(), soon(platform));
    const fresh = newer(log, last);
    last = fresh.at(-1)?.sequence ?? last;
    yield fresh.filter(shown).map(event).join("");
    if (platform.clock.isClosed) return;
  }
}

/** Returns a deadline in one second, so that the stream soon notices that its reader has gone. */
function soon(platform: Platform): number {
  return platform.clock.now() + 1000;
}

function past(
  log: readonly LogLine[],
  { tail, since, after }: Selection,
  shown: (line: LogLine) => boolean,
): LogLine[] {
  const lines = log.filter(shown);
  if (after) {
    const whole = (ms: number) => Math.floor(ms / 1000) * 1000;
    return lines.filter((l) => whole(l.ts) > after.ts || (whole(l.ts) === after.ts && l.sequence > after.sequence));
  }
  if (since !== undefined) return lines.filter((line) => line.ts >= since);
  return tail === 0 ? [] : lines.slice(-tail);
}

function newer(log: readonly LogLine[], sequence: number): LogLine[] {
  const first = log.findIndex((line) => line.sequence > sequence);
  return first === -1 ? [] : log.slice(first);
}

function event({ ts, sequence, source, line }: LogLine): string {
  const at = timestamp(ts);
  return `id: ${at}/${String(sequence).padStart(12, "0")}\ndata: ${JSON.stringify({ ts: at, source, line })}\n\n`;
}

/** Reads the position of an event, `<time>` or `<time>/<sequence>`. RunPod's documentation shows both forms. */
function position(id: string): { ts: number; sequence: number } {
  const [time = "", sequence] = id.split("/");
  if (sequence !== undefined && !/^\d{1,12}$/.test(sequence))
    throw problems.invalid(["header.Last-Event-ID: value is not an event id"]);
  return {
    ts: instant(time, "Last-Event-ID"),
    sequence: sequence === undefined ? Number.MAX_SAFE_INTEGER : Number(sequence),
  };
}
