import type { Readable } from "node:stream";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { NetworkError } from "../errors";
import { backOffMs } from "../http/back-off";
import type { Http } from "../http/http";
import type { ApiRequest } from "../http/message";
import { restRequest } from "../http/rest";
import type { Means } from "../means";
import { checkInteger, refuse } from "../values/refuse";
import { lineOf } from "./log-stream";
import { checkSelection, type Log, MOST_LINES } from "./logs";
import type { FollowedLine, FollowOptions } from "./types";

/** Connections in a row that may break without having brought a line. */
const MOST_IN_VAIN = 4;

/** Follows a log that the platform serves as an endless stream (contract section 4.4). */
export async function* followLogs(
  { http, clock, timeScale }: Means,
  log: Log,
  { tail = 100, source, since, after, signal }: FollowOptions,
): AsyncGenerator<FollowedLine, void> {
  const { operation, segments } = log;
  checkInteger(operation, "tail", tail, { min: 0, max: MOST_LINES });
  checkSelection(operation, { source, since });
  // A line break in it would begin another header.
  if (after !== undefined && !/^[\x21-\x7e]+$/.test(after)) throw refuse(operation, "after is not the id of a line");
  let last = after;
  for (let inVain = 1; ; inVain += 1) {
    // The platform ignores the ones when it is given the other.
    const query = last !== undefined ? { source } : since !== undefined ? { since, source } : { tail, source };
    const headers = last === undefined ? {} : { "last-event-id": last };
    const request = restRequest(operation, "GET", segments, { query, signal });
    const stream = new LogStream(http, { ...request, headers });
    for await (const line of stream) {
      if (line.id !== "") last = line.id;
      inVain = 0;
      yield line;
    }
    if (!stream.isCut) return;
    if (inVain >= MOST_IN_VAIN) throw lost(operation);
    await clock.sleep(backOffMs(inVain + 1) * timeScale, signal);
  }
}

/** What comes over one connection. */
class LogStream implements AsyncIterable<FollowedLine> {
  readonly #http: Http;
  readonly #request: ApiRequest;
  #isCut = false;

  constructor(http: Http, request: ApiRequest) {
    this.#http = http;
    this.#request = request;
  }

  /** Whether it broke, instead of being ended by the platform. */
  get isCut(): boolean {
    return this.#isCut;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<FollowedLine, void> {
    const { signal } = this.#request;
    const body = await this.#open();
    const came: EventSourceMessage[] = [];
    const parser = createParser({ onEvent: (message) => came.push(message) });
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) {
        parser.feed(decoder.decode(chunk as Uint8Array, { stream: true }));
        for (const message of came.splice(0)) yield { ...lineOf(message), id: message.id ?? "" };
      }
    } catch {
      signal?.throwIfAborted();
      this.#isCut = true;
    } finally {
      // Who stops listening ends the request. That the connection then complains is expected.
      body.on("error", () => undefined).destroy();
    }
  }

  /** The body as soon as the platform has begun to answer; the request itself is under way until the body is closed. */
  #open(): Promise<Readable> {
    return new Promise((resolve, reject) => {
      const read = (body: Readable) => {
        resolve(body);
        return new Promise<string>((closed) => body.once("close", () => closed("")));
      };
      this.#http.send({ ...this.#request, endless: true, read }).catch(reject);
    });
  }
}

function lost(operation: string): NetworkError {
  return new NetworkError({
    operation,
    sentence: `The connection of ${operation} was lost ${MOST_IN_VAIN} times without a line in between`,
    hint: "Try again later, with `after` as the id of the last line.",
    retryable: true,
  });
}
