import type { FastifyRequest } from "fastify";
import type { GraphqlRequest } from "../graphql/execution";
import type { JournalEntry } from "../http/journal";
import type { Access, Call, Surface } from "../http/route";
import type { FaultEffect } from "../platform/faults";
import type { Platform } from "../platform/platform";
import { timestamp } from "../time/clock";

/** What the server knows about a request before the operation runs. */
export interface RequestContext {
  readonly surface: Surface;
  readonly entry: JournalEntry;
  readonly query: URLSearchParams;
  /** Whether the emulator serves RunPod's first API description. */
  readonly strictInterface: boolean;
  /** Whether the operation checks capacity itself. */
  readonly checksCapacity: boolean;
  access: Access;
  effect: FaultEffect | undefined;
  graphql: GraphqlRequest | undefined;
}

/** Largest length of a path in the journal. */
const maxPathLength = 500;

const contexts = new WeakMap<FastifyRequest, RequestContext>();

/** Returns the context of a request. `undefined` before the context exists. */
export function contextOf(request: FastifyRequest): RequestContext | undefined {
  return contexts.get(request);
}

/** Creates the context of a request. `restAreas` are the REST path segments right after `/v2/`. */
export function createContext(
  platform: Platform,
  request: FastifyRequest,
  restAreas: ReadonlySet<string>,
): RequestContext {
  const [path = "", search = ""] = request.url.split(/\?(.*)/s);
  const config = request.routeOptions.config;
  const surface = config.route?.surface ?? config.surface ?? surfaceOf(path, restAreas);
  const entry: JournalEntry = {
    at: timestamp(platform.clock.now()),
    surface,
    operation: config.route?.operation ?? "unknown",
    method: request.method,
    path: path.slice(0, maxPathLength),
    status: 0,
  };
  const context: RequestContext = {
    surface,
    entry,
    query: new URLSearchParams(search),
    strictInterface: platform.settings.strictInterface,
    checksCapacity: config.route?.checksCapacity ?? false,
    access: "full",
    effect: undefined,
    graphql: undefined,
  };
  contexts.set(request, context);
  return context;
}

/** Returns the part of a request that the operation sees. */
export function callOf(request: FastifyRequest, { query, access, effect, strictInterface }: RequestContext): Call {
  return {
    params: request.params as Record<string, string>,
    query,
    headers: request.headers,
    bytes: bytesOf(request),
    access,
    noCapacity: effect !== undefined && "noCapacity" in effect,
    strictInterface,
    withoutEffect: effect !== undefined && "withoutEffect" in effect,
  };
}

export function bytesOf(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

function surfaceOf(path: string, restAreas: ReadonlySet<string>): Surface {
  if (path.startsWith("/_emulator")) return "control";
  if (path === "/graphql") return "graphql";
  const [, area] = /^\/v2\/([^/]+)\/./.exec(path) ?? [];
  return area === undefined || restAreas.has(area) ? "rest" : "jobs";
}
