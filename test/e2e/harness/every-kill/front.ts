import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Emulator } from "../../../../emulator";
import { creatorOf } from "../../../../provider/creating/creator";
import { taskKind } from "../../../../provider/kinds/task/pods";
import { listen } from "../../../support/listen";
import { sendOn } from "../platform/send-on";
import type { Moment } from "./point";

/** A kill at a changing request. */
export interface Strike {
  readonly number: number;
  readonly moment: Moment;
  /** Stops the victims before RunPod sees the request, so that none of them notices what follows. */
  readonly freeze: () => void;
  readonly kill: () => Promise<void>;
}

/** Stands before an emulator, counts the requests that change the account, and kills at one of them. */
export interface Front {
  readonly url: string;
  /** The changing requests since the last `arm`, such as `POST /v2/pods`. */
  readonly changes: readonly string[];
  /** Begins to count anew. Without a strike, all requests pass. */
  arm(strike?: Strike): void;
  /** Whether the kill has happened. */
  readonly hasStruck: boolean;
  /** The most pods of tasks that existed at once since the last `arm`. The program has one task. */
  readonly runsAtOnce: number;
  close(): void;
}

export async function openFront(emulator: Emulator): Promise<Front> {
  let changes: string[] = [];
  let strike: Strike | undefined;
  let hasStruck = false;
  let runsAtOnce = 0;

  async function passedOn(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const given = await carryOut(emulator, request, body);
    const runs = emulator.state().pods.filter((pod) => creatorOf(pod)?.kind === taskKind);
    runsAtOnce = Math.max(runsAtOnce, runs.length);
    return given;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (/^GET .*\/logs\b/.test(`${request.method} ${request.url}`)) return await passOn(emulator, request, response);
    const body = await buffer(request);
    const change = changeIn(request, body);
    if (change !== undefined) changes.push(change);
    const due = change !== undefined && strike?.number === changes.length && !hasStruck ? strike : undefined;
    if (due === undefined) return await answer(response, await passedOn(request, body));
    hasStruck = true;
    due.freeze();
    const given = due.moment === "unsent" ? undefined : await passedOn(request, body);
    if (given !== undefined && due.moment === "answered") await answer(response, given);
    await due.kill();
    response.destroy();
  }

  const server = createServer((request, response) => {
    // The sender has ended.
    serve(request, response).catch(() => response.destroy());
  });
  const url = await listen(server);
  return {
    url,
    get changes() {
      return changes;
    },
    get hasStruck() {
      return hasStruck;
    },
    get runsAtOnce() {
      return runsAtOnce;
    },
    arm: (next) => {
      changes = [];
      strike = next;
      hasStruck = false;
      runsAtOnce = 0;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The name of a changing request, without ids. */
function changeIn({ method = "GET", url = "/" }: IncomingMessage, body: Buffer): string | undefined {
  if (method === "GET") return undefined;
  if (!url.startsWith("/graphql"))
    return `${method} ${url.replace(/\?.*/, "").replace(/(?<=\/)(?=\w*\d)\w{8,}/g, "ID")}`;
  const { query } = JSON.parse(body.toString()) as { readonly query: string };
  const [, field] = /^\s*mutation[^{]*{\s*(\w+)/.exec(query) ?? [];
  return field;
}

type Answer = Awaited<ReturnType<Emulator["inject"]>>;

function carryOut(emulator: Emulator, { method, url, headers }: IncomingMessage, payload: Buffer): Promise<Answer> {
  const given = { ...headers };
  for (const name of ["connection", "content-length", "transfer-encoding", "expect"]) delete given[name];
  return emulator.inject({
    method: method as "GET",
    url: url ?? "/",
    headers: given,
    ...(payload.length === 0 ? {} : { payload }),
  });
}

/** Passes a log on as it arrives, because RunPod keeps its stream open. */
async function passOn({ url }: Emulator, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { authorization = "", "last-event-id": after } = request.headers;
  const headers = { authorization, ...(typeof after === "string" ? { "last-event-id": after } : {}) };
  const over = new AbortController();
  response.once("close", () => over.abort());
  await sendOn(await fetch(new URL(request.url ?? "/", url), { headers, signal: over.signal }), response);
}

/** Resolves when the answer is in the receiver's socket. */
async function answer(response: ServerResponse, { statusCode, headers, rawPayload }: Answer): Promise<void> {
  for (const name of ["connection", "transfer-encoding", "keep-alive"]) delete headers[name];
  const finished = once(response, "finish");
  response.writeHead(statusCode, { ...headers }).end(rawPayload);
  await finished;
}
