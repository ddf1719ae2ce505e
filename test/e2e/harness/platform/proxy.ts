import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { listen } from "../../../support/listen";
import { sendOn } from "./send-on";

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
      .then((answer) => sendOn(answer, response))
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
