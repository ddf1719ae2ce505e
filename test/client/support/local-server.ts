import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { onTestFinished } from "vitest";
import { connect, type Platform, type PlatformOptions } from "../../../client";
import { listen } from "../../support/listen";
import { aPod } from "../../support/pods";

export interface Seen {
  readonly method: string;
  /** The path with its query. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export type Reply = (response: ServerResponse, request: Seen, socket: Socket) => void;

export interface LocalServer {
  readonly url: string;
  readonly seen: Seen[];
}

/** A server on the loopback address that gives the replies in turn, and repeats the last reply for ever. */
export async function serve(...replies: [Reply, ...Reply[]]): Promise<LocalServer> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const reply = replies[Math.min(seen.length, replies.length - 1)] as Reply;
      const entry = { method: request.method ?? "", url: request.url ?? "", headers: request.headers, body };
      seen.push(entry);
      reply(response, entry, request.socket);
    });
  });
  const url = await listen(server);
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url, seen };
}

/** A client for the server, whose pauses before repetitions are a hundredth as long. */
export function client(url: string, options: Partial<PlatformOptions> = {}): Platform {
  const platform = connect({ apiKey: KEY, baseUrl: url, serverlessUrl: url, timeScale: 0.01, ...options });
  onTestFinished(() => platform.close());
  return platform;
}

export const KEY = "canary-key-7f3a";

export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
  };
}

export function problem(
  status: number,
  detail: string,
  errors?: string[],
  headers: Record<string, string> = {},
): Reply {
  return json(
    status,
    { title: "Problem", status, detail, errors },
    { "content-type": "application/problem+json", ...headers },
  );
}

/** Cuts the connection instead of answering. */
export const cut: Reply = (_response, _request, socket) => {
  socket.destroy();
};

/** Never answers. */
export const silence: Reply = () => undefined;

export const POD = aPod({
  ...{ id: "pod1abcdefgh", name: "trainer", image: "ubuntu", ports: ["22/tcp"], env: { TOKEN: "t" } },
  ...{ gpu: { id: "NVIDIA L4", count: 1 }, startedAt: null },
});

/** The error that a call throws. */
export async function failure(call: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(call).then(
    () => {
      throw new Error("the call was expected to fail");
    },
    (error: unknown) => error,
  );
}
