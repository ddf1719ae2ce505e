import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import { refusalAs } from "../http/faults/refusals";
import { Problem, problems, titleOf } from "../http/problem";
import type { FaultEffect } from "../platform/faults";
import type { Platform } from "../platform/platform";
import type { RequestContext } from "./request-context";

type StatusEffect = Extract<FaultEffect, { status: number }>;

interface Exchange {
  readonly context: RequestContext;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Aborts when the emulator closes, and not when the client is gone: RunPod carries out a request even then. */
  readonly closing: AbortSignal;
}

/**
 * Applies faults that replace the response. Returns whether a fault replaced the response, because Fastify sets its own `sent`
 * too late. `applyResponseFault`, or an operation that checks capacity, applies the other faults.
 */
export async function applyRequestFault(
  platform: Platform,
  effect: FaultEffect,
  { context, request, reply, closing }: Exchange,
): Promise<boolean> {
  if ("delayMs" in effect) await sleep(effect.delayMs, undefined, { signal: closing });
  if ("dropRequest" in effect) {
    reply.hijack();
    cut(context, request);
    return true;
  }
  if ("noCapacity" in effect && !context.checksCapacity) throw problems.noCapacity();
  if ("exhausted" in effect) {
    const { exhausted, retryAfter } = effect;
    const limit = context.surface === "graphql" ? platform.graphqlRate : platform.rate;
    throw limit.refusal(platform.clock.now(), exhausted, retryAfter === "date");
  }
  const answer = "refusal" in effect ? refusalAs(effect, context.entry) : effect;
  if (answer instanceof Problem) throw answer;
  if (!("status" in answer)) return false;
  const { status, body, headers = {} }: StatusEffect = answer;
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
  return true;
}

/** Applies faults that damage a response. Returns the payload to send instead. */
export function applyResponseFault(payload: unknown, { context, request, reply }: Omit<Exchange, "closing">): unknown {
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

/** Sends the first half of the response, and then cuts the connection. */
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
