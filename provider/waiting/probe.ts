import { connect } from "node:net";
import { Agent, errors } from "undici";
import type { Clock } from "../../client";
import { orAborted, withTimeout } from "../../kernel/clock";
import { formatDuration } from "../../kernel/duration";

/**
 * Target of a probe: an HTTP address, or a port that should accept a connection. With `greeting`, the server must also send a text
 * that begins with these characters.
 */
export type Target =
  | { readonly url: string; readonly status?: number | undefined }
  | { readonly host: string; readonly port: number; readonly greeting?: string };

export interface Answer {
  readonly ok: boolean;
  /** Text after "it", such as `answered 503`. The text contains no part of the response except its status. */
  readonly text: string;
}

const refused: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ECONNRESET: "closed the connection without an answer",
  UND_ERR_SOCKET: "closed the connection without an answer",
  ENOTFOUND: "has a host name that does not exist",
};

/**
 * Probes a target once. A probe verifies certificates. It follows no redirect, because a redirect could lead anywhere.
 */
export async function probe(clock: Clock, target: Target, timeoutMs: number, signal: AbortSignal): Promise<Answer> {
  const late = new Error(`did not answer within ${formatDuration(timeoutMs)}`);
  try {
    return await withTimeout(clock, timeoutMs, late, (timeout) => {
      const over = AbortSignal.any([signal, timeout]);
      return orAborted("url" in target ? askHttp(target, over) : openTcp(target, over), over);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error === late) return { ok: false, text: late.message };
    if (error instanceof errors.HTTPParserError) return { ok: false, text: "did not answer over HTTP" };
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    return { ok: false, text: refused[code] ?? `could not be reached (${code})` };
  }
}

async function askHttp({ url, status }: Extract<Target, { url: string }>, signal: AbortSignal): Promise<Answer> {
  const { origin, pathname, search, username, password } = new URL(url);
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const headers = login === ":" ? {} : { authorization: `Basic ${Buffer.from(login).toString("base64")}` };
  // Each probe opens its own connection, and only the caller limits its time.
  const connections = new Agent({ connectTimeout: 0, headersTimeout: 0 });
  try {
    const request = { origin, path: `${pathname}${search}`, method: "GET", headers, signal } as const;
    const { statusCode, body } = await connections.request(request);
    body.on("error", () => undefined);
    const ok = status === undefined ? statusCode >= 200 && statusCode < 400 : statusCode === status;
    return { ok, text: `answered ${statusCode}` };
  } finally {
    await connections.destroy();
  }
}

function openTcp({ host, port, greeting }: Extract<Target, { host: string }>, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const end = (answer: Answer) => {
      socket.destroy();
      resolve(answer);
    };
    const socket = connect({ port, host, signal }, () => {
      if (greeting === undefined) end({ ok: true, text: "took a connection" });
    });
    socket.on("error", reject);
    if (greeting === undefined) return;
    let received = "";
    socket.setEncoding("latin1").on("data", (part: string) => {
      received += part;
      if (received.length < greeting.length) return;
      const ok = received.startsWith(greeting);
      end({ ok, text: ok ? "answered as an SSH server" : "did not answer as an SSH server" });
    });
    socket.on("end", () => end({ ok: false, text: "closed the connection without an answer" }));
  });
}
