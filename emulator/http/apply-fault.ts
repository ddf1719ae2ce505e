import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FaultEffect } from "./faults";
import { Problem, problems, titleOf } from "./problem";
import type { Visit } from "./request-context";

interface Met {
  readonly visit: Visit;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Faults that take the place of the answer. The others are met by `spoil`, or by an operation that asks for capacity. */
export async function meet(effect: FaultEffect, { visit, request, reply }: Met): Promise<void> {
  if ("delayMs" in effect) await sleep(effect.delayMs);
  if ("dropRequest" in effect) {
    reply.hijack();
    cut(visit, request);
  }
  if ("noCapacity" in effect && !visit.asksForCapacity) throw problems.noCapacity();
  if (!("status" in effect)) return;
  const { status, body, headers = {} } = effect;
  const detail = status === 429 ? "rate limit exceeded for the minute window" : `fault: ${titleOf(status)}`;
  const retry = status === 429 ? { "Retry-After": "1" } : {};
  if (body === undefined) throw new Problem(status, detail, undefined, { ...retry, ...headers });
  visit.entry.status = status;
  const type = visit.surface === "rest" && status >= 400 ? "application/problem+json" : "application/json";
  reply
    .code(status)
    .type(type)
    .headers({ ...retry, ...headers });
  reply.send(typeof body === "string" ? body : JSON.stringify(body));
}

/** Faults that harm an answer on its way out: gives what is sent in its place. */
export function spoil(payload: unknown, { visit, request, reply }: Met): unknown {
  const { effect, entry } = visit;
  if (!effect) return payload;
  if ("dropResponse" in effect) cut(visit, request);
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

/** The answer up to its middle; then the connection is cut. */
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

function cut(visit: Visit, request: FastifyRequest): void {
  visit.entry.status = 0;
  request.raw.socket.destroy();
}
