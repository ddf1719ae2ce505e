import type { Readable } from "node:stream";
import { NetworkError } from "../errors";
import { checkInteger, invalidCall } from "../errors/invalid-call";
import type { ClientContext, Http } from "../http/http";
import { backOffMs } from "../http/rate/should-retry";
import type { ApiRequest } from "../http/requests";
import { restRequest } from "../http/requests";
import { checkSelection, discard, eventReader, type Log, lineOf, MAX_LINES } from "./logs";
import type { FollowedLine, FollowOptions } from "./types";

/** Number of consecutive lost connections without a new line, after which the client gives up. */
const MAX_LOST = 4;

/** Follows a log, which RunPod serves as an endless stream. */
export async function* followLogs(
  { http, clock, timeScale }: ClientContext,
  { operation, segments }: Log,
  { tail = 100, source, since, after, signal }: FollowOptions,
): AsyncGenerator<FollowedLine, void> {
  checkInteger(operation, "tail", tail, { min: 0, max: MAX_LINES });
  checkSelection(operation, { source, since });
  // The id becomes a header, so it must not contain a line break.
  if (after !== undefined && !/^[\x21-\x7e]+$/.test(after)) {
    throw invalidCall(operation, "`after` must be the id of a log line");
  }
  let last = after;
  for (let lost = 1; ; lost += 1) {
    // RunPod ignores `tail` if `since` is given, and ignores both if the id of a line is given.
    const query = last !== undefined ? { source } : since !== undefined ? { since, source } : { tail, source };
    const headers = last === undefined ? {} : { "last-event-id": last };
    const body = await openStream(http, { ...restRequest(operation, "GET", segments, { query, signal }), headers });
    const read = eventReader();
    try {
      for await (const chunk of body) {
        for (const event of read(chunk as Uint8Array)) {
          if (event.id !== undefined && event.id !== "") last = event.id;
          lost = 0;
          yield { ...lineOf(event), id: event.id ?? "" };
        }
      }
      return;
    } catch {
      // An error means that the connection broke. If RunPod ends the stream itself, there is no error.
      signal?.throwIfAborted();
    } finally {
      discard(body);
    }
    if (lost >= MAX_LOST) throw tooManyLost(operation);
    await clock.sleep(backOffMs(lost + 1) * timeScale, signal);
  }
}

/** Returns the body as soon as the response begins. The request stays in flight until the body is closed. */
function openStream(http: Http, request: ApiRequest): Promise<Readable> {
  return new Promise((resolve, reject) => {
    const read = (body: Readable) => {
      resolve(body);
      return new Promise<string>((closed) => body.once("close", () => closed("")));
    };
    http.send({ ...request, endless: true, read }).catch(reject);
  });
}

function tooManyLost(operation: string): NetworkError {
  return new NetworkError({
    operation,
    sentence: `${operation} lost its connection ${MAX_LOST} times without receiving a line`,
    hint: "Try again later, and pass the id of the last line as `after`.",
    retryable: true,
  });
}
