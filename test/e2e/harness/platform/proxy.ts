import { createServer, type IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { listen } from "../../../support/listen";

/** A request that a test may change before the emulator gets it. */
export interface Passing {
  readonly method: string;
  /** The emulator's URL. */
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
}

export interface RunningProxy {
  readonly url: string;
  close(): void;
}

/** Stands before an emulator and shows a test each request first. */
export async function startProxy(target: string, pass: (request: Passing) => void): Promise<RunningProxy> {
  async function forward(request: IncomingMessage) {
    const { method = "GET", headers } = request;
    const body = await text(request);
    const { authorization = "", "content-type": type } = headers;
    const given = { authorization, ...(type === undefined ? {} : { "content-type": type }) };
    const passing: Passing = { method, url: new URL(request.url ?? "/", target), headers: given, body };
    pass(passing);
    return await fetch(passing.url, { method, headers: passing.headers, ...(body === "" ? {} : { body }) });
  }
  const server = createServer((request, response) => {
    forward(request)
      .then(async (answer) => {
        const type = answer.headers.get("content-type") ?? "application/json";
        response.writeHead(answer.status, { "content-type": type });
        // A log is an endless stream.
        if (answer.body === null) response.end();
        else await pipeline(Readable.fromWeb(answer.body as ReadableStream), response);
      })
      // The caller has closed the connection, or the emulator has ended.
      .catch(() => response.destroy());
  });
  const url = await listen(server);
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { url, close };
}
