import type { FastifyReply, FastifyRequest } from "fastify";
import type { Platform } from "../platform";
import { authenticate } from "./authentication";
import { problems } from "./problem";
import type { Visit } from "./request-context";

/** Key, quota, permission; refuses by throwing. */
export function admit(platform: Platform, request: FastifyRequest, reply: FastifyReply, visit: Visit): void {
  const { apiKey } = platform.settings;
  visit.access = authenticate(visit.surface, { headers: request.headers, query: visit.query, apiKey });
  if (visit.surface === "rest") {
    const now = platform.clock.now();
    try {
      platform.rate.take(now);
    } finally {
      reply.headers(platform.rate.headers(now));
    }
  }
  if (!isRead(request.method) && visit.access === "read-only" && visit.surface !== "graphql") throw problems.denied();
}

export function isRead(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}
