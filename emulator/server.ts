import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { accountRoutes } from "./account/routes";
import { authenticate } from "./auth";
import { billingRoutes } from "./billing/routes";
import { catalogRoutes } from "./catalog/routes";
import { timestamp } from "./clock";
import { clusterRoutes } from "./clusters/routes";
import { consoleRoutes } from "./console/routes";
import { controlRoutes } from "./control/routes";
import { type GraphqlRequest, readGraphql, runGraphql } from "./endpoints/graphql";
import { serverlessRoutes } from "./endpoints/routes";
import { problemOf, refuse } from "./envelopes";
import { type FaultEffect, isAfterWork } from "./faults";
import type { Access, Answer, Call, Route, Surface } from "./http";
import { jobRoutes } from "./jobs/routes";
import type { JournalEntry } from "./journal";
import { networkVolumeRoutes } from "./network-volumes/routes";
import type { Platform } from "./platform";
import { podRoutes } from "./pods/routes";
import { Problem, problems, titleOf } from "./problem";
import { registryRoutes } from "./registries/routes";
import { templateRoutes } from "./templates/routes";

export interface ServerHooks {
  readonly reset: () => void;
  /** A request no route knows, with as much of it as helps to find the caller. */
  readonly onUnknown: (line: string) => void;
  readonly log: ((line: string) => void) | undefined;
}

/** What the hooks learn about a request on its way. */
interface Visit {
  readonly surface: Surface;
  readonly entry: JournalEntry;
  readonly query: URLSearchParams;
  access: Access;
  effect: FaultEffect | undefined;
  graphql: GraphqlRequest | undefined;
}

declare module "fastify" {
  interface FastifyContextConfig {
    route?: Route;
    /** Methods this path has; set on the routes that answer the other methods with 405. */
    allow?: readonly string[];
    surface?: Surface;
  }
}

const megabyte = 1_048_576;
/** Of a path in the journal. */
const longestPath = 500;
const restAreas =
  /^\/v2\/(pods|serverless|templates|network-volumes|registries|catalog|billing|clusters|account)(\/|$)/;

/** One loopback server for all surfaces: checks run in the order of contract section 20 row 1. */
export function buildServer(platform: Platform, hooks: ServerHooks): FastifyInstance {
  const visits = new WeakMap<FastifyRequest, Visit>();
  const app = fastify({
    bodyLimit: 32 * megabyte,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4000 },
    frameworkErrors: (error, _request, reply) => {
      refuse(reply as unknown as FastifyReply, "rest", problems.malformed(error.message));
    },
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  app.addHook("onRequest", async (request, reply) => {
    platform.clock.settle();
    // Whatever type a body claims to be, it is read as JSON (contract 20 row 55).
    request.headers["content-type"] = "application/json";
    const visit = arrive(platform, request);
    visits.set(request, visit);
    if (visit.surface === "control") {
      if (request.is404) throw problems.notFound("control");
      return;
    }
    platform.journal.add(visit.entry);
    admit(platform, request, reply, visit);
    route(request, visit, hooks);
  });

  app.addHook("preHandler", async (request, reply) => {
    const visit = visits.get(request);
    if (!visit || visit.surface === "control") return;
    if (visit.surface === "graphql") {
      visit.graphql = readGraphql({ bytes: bytesOf(request) });
      visit.entry.operation = visit.graphql.name;
    }
    visit.effect = platform.faults.take(visit.entry.operation);
    if (!visit.effect || isAfterWork(visit.effect)) return;
    await meet(visit.effect, visit, request, reply);
    if (reply.sent) return reply;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const visit = visits.get(request);
    if (!visit) return payload;
    visit.entry.status = reply.statusCode;
    if (!isRead(request.method)) platform.clock.wake();
    if (visit.effect && "dropResponse" in visit.effect) cut(visit, request);
    if (visit.effect && "cutResponse" in visit.effect && typeof payload === "string") {
      visit.entry.status = 0;
      reply.header("content-length", Buffer.byteLength(payload));
      return firstHalf(payload, request);
    }
    if (visit.effect && "malformed" in visit.effect) {
      reply.code(200).type("application/json").removeHeader("content-length");
      visit.entry.status = 200;
      return '{"truncated":';
    }
    return payload;
  });

  app.addHook("onResponse", async (request) => {
    const entry = visits.get(request)?.entry;
    if (entry && entry.surface !== "control")
      hooks.log?.(`${entry.at} ${entry.status} ${entry.method} ${entry.path} ${entry.operation}`);
  });

  app.setErrorHandler((error, request, reply) => {
    const surface = visits.get(request)?.surface ?? "rest";
    refuse(reply, surface, problemOf(error));
  });
  app.setNotFoundHandler((request, reply) => {
    refuse(reply, visits.get(request)?.surface ?? "rest", problems.notFound());
  });

  const dispatch = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const visit = visits.get(request);
    const { route } = request.routeOptions.config;
    if (!visit || !route) throw problems.notFound();
    const answer = await (visit.graphql
      ? runGraphql(platform, callOf(request, visit), visit.graphql)
      : route.handle(callOf(request, visit)));
    if (isAfterWork(visit.effect)) await meet(visit.effect, visit, request, reply);
    return reply.sent ? reply : send(reply, answer);
  };
  mount(app, allRoutes(platform, hooks.reset), dispatch);
  return app;
}

/** Everything it serves. */
export function allRoutes(platform: Platform, reset: () => void): Route[] {
  return [
    ...podRoutes(platform),
    ...templateRoutes(platform),
    ...networkVolumeRoutes(platform),
    ...serverlessRoutes(platform),
    ...registryRoutes(platform),
    ...accountRoutes(platform),
    ...catalogRoutes(platform),
    ...billingRoutes(platform),
    ...clusterRoutes(platform),
    ...jobRoutes(platform),
    ...controlRoutes(platform, reset),
    ...consoleRoutes(platform),
    {
      surface: "graphql",
      method: "POST",
      path: "/graphql",
      operation: "graphql",
      handle: () => {
        throw problems.notFound();
      },
    },
  ];
}

type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Every path also answers the methods it does not have, so that 405 names the ones it has. */
function mount(app: FastifyInstance, routes: readonly Route[], dispatch: Dispatch): void {
  for (const url of new Set(routes.map((route) => route.path))) {
    const group = routes.filter((route) => route.path === url);
    const allow = group.map((route) => route.method);
    for (const route of group) app.route({ method: route.method, url, config: { route }, handler: dispatch });
    const others = app.supportedMethods.filter((method) => !allow.some((known) => known === method));
    const surface = group[0]?.surface ?? "rest";
    app.route({ method: others, url, config: { allow, surface }, handler: dispatch });
  }
}

function arrive(platform: Platform, request: FastifyRequest): Visit {
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
    access: "full",
    effect: undefined,
    graphql: undefined,
  };
}

function surfaceOf(path: string): Surface {
  if (path.startsWith("/_emulator")) return "control";
  if (path === "/graphql") return "graphql";
  return /^\/v2\/[^/]+\/./.test(path) && !restAreas.test(path) ? "jobs" : "rest";
}

/** Key, quota, permission. */
function admit(platform: Platform, request: FastifyRequest, reply: FastifyReply, visit: Visit): void {
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

function isRead(method: string): boolean {
  return ["GET", "HEAD", "OPTIONS"].includes(method);
}

/** Unknown paths and methods. */
function route(request: FastifyRequest, visit: Visit, hooks: ServerHooks): void {
  const { allow } = request.routeOptions.config;
  if (!allow && !request.is404) return;
  hooks.onUnknown(`${visit.entry.method} ${visit.entry.path} (${visit.surface})`);
  throw allow ? problems.methodNotAllowed(allow) : problems.notFound();
}

/** Faults that take the place of the answer; the others are met in `onSend` or by the operation. */
async function meet(effect: FaultEffect, visit: Visit, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if ("delayMs" in effect) await sleep(effect.delayMs);
  if ("dropRequest" in effect) {
    reply.hijack();
    cut(visit, request);
  }
  if ("noCapacity" in effect && !["createPod", "podAction"].includes(visit.entry.operation))
    throw problems.noCapacity();
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

function callOf(request: FastifyRequest, visit: Visit): Call {
  return {
    params: request.params as Record<string, string>,
    query: visit.query,
    headers: request.headers,
    bytes: bytesOf(request),
    access: visit.access,
    noCapacity: visit.effect !== undefined && "noCapacity" in visit.effect,
  };
}

function bytesOf(request: FastifyRequest): Buffer | undefined {
  return Buffer.isBuffer(request.body) ? request.body : undefined;
}

/** Sends the headers at once, not with the first event, which may be long in coming. */
async function* opened(reply: FastifyReply, events: AsyncIterable<string>): AsyncIterable<string> {
  reply.raw.flushHeaders();
  yield* events;
}

function send(reply: FastifyReply, { status, body, text, headers = {}, events }: Answer): FastifyReply {
  reply.code(status).headers(headers);
  if (events) return reply.send(Readable.from(opened(reply, events)));
  if (text !== undefined) return reply.send(text);
  return body === undefined ? reply.send() : reply.type("application/json").send(JSON.stringify(body));
}
