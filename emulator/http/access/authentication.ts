import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { readOnlyKey } from "../../platform/options";
import type { Platform } from "../../platform/platform";
import { problems } from "../problem";
import type { RequestContext } from "../request-context";
import type { Surface } from "../route";
import type { RateLimit } from "./rate-limit";

/** Checks key, quota and permission, and throws the refusal. */
export function authorize(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
): void {
  if (context.surface === "graphql" && platform.settings.retireGraphql) throw problems.retired();
  const key = keyOf(context, request.headers);
  if (key === undefined) throw problems.noToken();
  if (key !== platform.settings.apiKey && key !== readOnlyKey) throw problems.badToken();
  context.access = key === platform.settings.apiKey ? "full" : "read-only";
  const limit = limitOf(platform, context.surface);
  if (limit) {
    const now = platform.clock.now();
    try {
      limit.take(now);
    } finally {
      reply.headers(limit.headers(now));
    }
  }
  const isWrite = !isRead(request.method) && context.surface !== "graphql";
  if (isWrite && context.access === "read-only") throw problems.denied();
}

/** REST announces its limits also where they are not enforced. */
function limitOf({ rate, graphqlRate }: Platform, surface: Surface): RateLimit | undefined {
  if (surface === "rest") return rate;
  return surface === "graphql" && graphqlRate.isEnforced ? graphqlRate : undefined;
}

export function isRead(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/**
 * REST accepts a bearer token only; job operations also the bare key; GraphQL also `api_key` in the query, and as the
 * interface was first described nothing else.
 */
function keyOf(
  { surface, query, strictInterface }: Pick<RequestContext, "surface" | "query" | "strictInterface">,
  { authorization }: IncomingHttpHeaders,
): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  switch (surface) {
    case "rest":
    case "control":
      return bearer;
    case "graphql":
      return query.get("api_key") ?? (strictInterface ? undefined : bearer);
    case "jobs":
      return bearer ?? (authorization || undefined);
  }
}
