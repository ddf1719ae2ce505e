import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../../platform/platform";
import { Problem, problems, titleOf } from "../problem";
import type { RequestContext } from "../request-context";
import type { FaultEffect } from "./faults";

interface Exchange {
  readonly context: RequestContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Applies faults that replace the response. `applyResponseFault`, or an operation that checks capacity, applies the others. */
export async function applyRequestFault(
  platform: Platform,
  effect: FaultEffect,
  { context, request, reply }: Exchange,
): Promise<void> {
  if ("delayMs" in effect) await sleep(effect.delayMs);
  if ("dropRequest" in effect) {
    reply.hijack();
    cut(context, request);
  }
  if ("noCapacity" in effect && !context.checksCapacity) throw problems.noCapacity();
  if ("exhausted" in effect) {
    const { exhausted, retryAfter } = effect;
    const limit = context.surface === "graphql" ? platform.graphqlRate : platform.rate;
    throw limit.refusal(platform.clock.now(), exhausted, retryAfter === "date");
  }
  if (!("status" in effect)) return;
  const { status, body, headers = {} } = effect;
  const detail = status === 429 ? "rate limit exceeded for the minute window" : `fault: ${titleOf(status)}`;
  const retry = status === 429 ? { "Retry-After": "1" } : {};
  if (body === undefined) throw new Problem(status, detail, undefined, { ...retry, ...headers });
  context.entry.status = status;
  const type = context.surface === "rest" && status >= 400 ? "application/problem+json" : "application/json";
  reply
    .code(status)
    .type(type)
    .headers({ ...retry, ...headers });
  reply.send(typeof body === "string" ? body : JSON.stringify(body));
}

/** Applies faults that damage a response; returns what is sent in its place. */
export function applyResponseFault(payload: unknown, { context, request, reply }: Exchange): unknown {
  const { effect, entry } = context;
  if (!effect) return payload;
  if ("dropResponse" in effect) cut(context, request);
  if ("cutResponse" in effect && typeof payload === "string") {
    entry.status = 0;
    reply.header("content-length", Buffer.byteLength(payload));
    return firstHalf(payload, request);
  }
  if ("malformed" in effect) {
    reply.code(200).type("application/json").removeHeader("content-length");
    entry.status = 200;
    return '{"truncated":';
  }
  return payload;
}

/** The first half of the response; then the connection is cut. */
function firstHalf(payload: string, request: FastifyRequest): Readable {
  const bytes = Buffer.from(payload);
  const half = bytes.subarray(0, bytes.length >> 1);
  const { socket } = request.raw;
  return Readable.from(
    (function* () {
      if (half.length > 0) yield half;
      socket.destroySoon();
    })(),
  );
}

function cut(context: RequestContext, request: FastifyRequest): void {
  context.entry.status = 0;
  request.raw.socket.destroy();
}
