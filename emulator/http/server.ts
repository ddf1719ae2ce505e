import { Readable } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { readGraphql, runGraphql } from "../graphql/endpoints";
import type { Platform } from "../platform";
import { allRoutes } from "../routes";
import { meet, spoil } from "./apply-fault";
import { admit, isRead } from "./authorization";
import { refuseForeign } from "./cross-origin";
import { problemOf, refuse } from "./envelopes";
import { isAfterWork } from "./faults";
import { problems } from "./problem";
import { arrive, bytesOf, callOf, type Visit } from "./request-context";
import type { Answer, Route, Surface } from "./route";

export interface ServerHooks {
  readonly reset: () => void;
  /** A request no route knows, with as much of it as helps to find the caller. */
  readonly onUnknown: (line: string) => void;
  readonly log: ((line: string) => void) | undefined;
  /** Names under which it may be called besides those that nobody can own. */
  readonly ownNames?: readonly string[];
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

/** One server for all surfaces: checks run in the order of contract section 20 row 1. */
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
    refuseForeign(request.headers, hooks.ownNames ?? []);
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
    await meet(visit.effect, { visit, request, reply });
    if (reply.sent) return reply;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const visit = visits.get(request);
    if (!visit) return payload;
    visit.entry.status = reply.statusCode;
    if (!isRead(request.method)) platform.clock.wake();
    return spoil(payload, { visit, request, reply });
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
    if (isAfterWork(visit.effect)) await meet(visit.effect, { visit, request, reply });
    return reply.sent ? reply : send(reply, answer);
  };
  mount(app, allRoutes(platform, hooks.reset), dispatch);
  return app;
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

/** Unknown paths and methods. */
function route(request: FastifyRequest, visit: Visit, hooks: ServerHooks): void {
  const { allow } = request.routeOptions.config;
  if (!allow && !request.is404) return;
  hooks.onUnknown(`${visit.entry.method} ${visit.entry.path} (${visit.surface})`);
  throw allow ? problems.methodNotAllowed(allow) : problems.notFound();
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
