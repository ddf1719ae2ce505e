import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";

/** Sends the emulator's answer on as it arrives, because a log is an endless stream. */
export async function sendOn({ status, headers, body }: Response, response: ServerResponse): Promise<void> {
  response.writeHead(status, { "content-type": headers.get("content-type") ?? "application/json" });
  if (body === null) response.end();
  else await pipeline(Readable.fromWeb(body as ReadableStream), response);
}
