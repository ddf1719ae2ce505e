import type { IncomingHttpHeaders } from "node:http";
import type { FastifyReply, FastifyRequest } from "fastify";
import { podOfKey } from "../areas/pods/commands";
import { problems } from "../http/problem";
import type { RateLimit } from "../http/rate-limit";
import type { Surface } from "../http/route";
import { readOnlyKey } from "../platform/options";
import type { Platform } from "../platform/platform";
import type { Pod } from "../records/pod";
import type { RequestContext } from "./request-context";

/** Checks API key, quota and permission. Throws a refusal. */
export function authorize(
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
): void {
  if (context.surface === "graphql" && platform.settings.retireGraphql) throw problems.retired();
  const key = keyOf(platform, context, request.headers);
  if (key === undefined) throw problems.noToken();
  if (key !== platform.settings.apiKey && key !== readOnlyKey) {
    const pod = podOfKey(platform, key);
    if (pod === undefined) throw problems.badToken();
    if (!isOwn(context, pod)) throw problems.denied();
    return;
  }
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

/** The key of a pod reads this pod and acts on it, and does nothing else. */
function isOwn({ entry }: RequestContext, pod: Pod): boolean {
  return ["getPod", "podAction"].includes(entry.operation) && entry.path.split("/")[3] === pod.id;
}

/** REST has rate headers even without enforced limits. */
function limitOf({ rate, graphqlRate }: Platform, surface: Surface): RateLimit | undefined {
  if (surface === "rest") return rate;
  return surface === "graphql" && graphqlRate.isEnforced ? graphqlRate : undefined;
}

export function isRead(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/**
 * Returns the API key of a request. REST accepts only a bearer token. Job operations also accept the bare key. GraphQL also
 * accepts `api_key` in the query, which is the only way in RunPod's first API description.
 */
function keyOf(
  { settings }: Pick<Platform, "settings">,
  { surface, query }: Pick<RequestContext, "surface" | "query">,
  { authorization }: IncomingHttpHeaders,
): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  switch (surface) {
    case "rest":
    case "control":
      return bearer;
    case "graphql":
      return query.get("api_key") ?? (settings.graphqlBearer ? bearer : undefined);
    case "jobs":
      return bearer ?? (authorization || undefined);
  }
}
