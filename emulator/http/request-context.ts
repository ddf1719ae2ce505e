import type { FastifyRequest } from "fastify";
import type { GraphqlRequest } from "../graphql/endpoints";
import type { Platform } from "../platform";
import { timestamp } from "../time/clock";
import type { FaultEffect } from "./faults";
import type { JournalEntry } from "./journal";
import type { Access, Call, Surface } from "./route";

/** What is learned about a request on its way to the operation. */
export interface Visit {
  readonly surface: Surface;
  readonly entry: JournalEntry;
  readonly query: URLSearchParams;
  /** The operation looks at capacity by itself. */
  readonly asksForCapacity: boolean;
  access: Access;
  effect: FaultEffect | undefined;
  graphql: GraphqlRequest | undefined;
}

/** Of a path in the journal. */
const longestPath = 500;
const restAreas =
  /^\/v2\/(pods|serverless|templates|network-volumes|registries|catalog|billing|clusters|account)(\/|$)/;

export function arrive(platform: Platform, request: FastifyRequest): Visit {
  const [path = "", search = ""] = request.url.split(/\?(.*)/s);
  const { route, surface } = request.routeOptions.config;
  const known = route?.surface ?? surface ?? surfaceOf(path);
  const entry: JournalEntry = {
    at: timestamp(platform.clock.now()),
    surface: known,
    operation: route?.operation ?? "unknown",
    method: request.method,
    path: path.slice(0, longestPath),
    status: 0,
  };
  return {
    surface: known,
    entry,
    query: new URLSearchParams(search),
    asksForCapacity: route?.asksForCapacity ?? false,
    access: "full",
    effect: undefined,
    graphql: undefined,
  };
}

/** What the operation is given of it. */
export function callOf(request: FastifyRequest, { query, access, effect }: Visit): Call {
  return {
    params: request.params as Record<string, string>,
    query,
    headers: request.headers,
    bytes: bytesOf(request),
    access,
    noCapacity: effect !== undefined && "noCapacity" in effect,
  };
}

export function bytesOf(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

function surfaceOf(path: string): Surface {
  if (path.startsWith("/_emulator")) return "control";
  if (path === "/graphql") return "graphql";
  return /^\/v2\/[^/]+\/./.test(path) && !restAreas.test(path) ? "jobs" : "rest";
}
