import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Emulator } from "../../../../emulator";

/** A platform whose key can be replaced by another while it runs: the old one is worth nothing from then on. */
export interface Gate {
  readonly url: string;
  /** The keys it takes from now on, and no other. */
  accept(...keys: readonly string[]): void;
  close(): void;
}

/** Stands before an emulator, whose own key never changes. */
export async function openGate(emulator: Emulator, key: string): Promise<Gate> {
  let accepted: readonly string[] = [key];
  const server = createServer((request, response) => {
    forward(request).then(
      ({ status, body, type }) => response.writeHead(status, { "content-type": type }).end(body),
      // The caller hung up, or the emulator is closed: a lost connection is what it would see.
      () => response.destroy(),
    );
  });

  async function forward(request: IncomingMessage) {
    const url = new URL(request.url ?? "/", emulator.url);
    const translate = (given: string) => (accepted.includes(given) ? emulator.apiKey : "revoked");
    const given = url.searchParams.get("api_key");
    if (given !== null) url.searchParams.set("api_key", translate(given));
    const bearer = request.headers.authorization?.replace("Bearer ", "");
    const answer = await fetch(url, {
      method: request.method ?? "GET",
      headers: {
        ...(bearer === undefined ? {} : { authorization: `Bearer ${translate(bearer)}` }),
        ...(request.headers["content-type"] === undefined ? {} : { "content-type": request.headers["content-type"] }),
      },
      ...(request.method === "GET" || request.method === "DELETE" ? {} : { body: await text(request) }),
    });
    const type = answer.headers.get("content-type") ?? "application/json";
    return { status: answer.status, body: await answer.text(), type };
  }

  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accept: (...keys) => {
      accepted = keys;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
