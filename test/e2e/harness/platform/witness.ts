import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface Witness {
  readonly url: string;
  close(): Promise<void>;
}

/** Stands between provider and emulator and shows each request's body before the emulator gets it. */
export async function startWitness(
  target: string,
  see: (path: string, body: string, method: string | undefined) => void,
): Promise<Witness> {
  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    see((request.url ?? "").split("?")[0] ?? "", body, request.method);
    const { authorization = "" } = request.headers;
    const answer = await fetch(target + request.url, {
      method: request.method ?? "GET",
      headers: { authorization, "content-type": "application/json" },
      ...(body === "" ? {} : { body }),
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    response.writeHead(answer.status, { "content-type": type }).end(await answer.text());
  }
  const server = createServer((request, response) => {
    // The caller hung up, or the emulator is closed: a lost connection is what it would see.
    forward(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
