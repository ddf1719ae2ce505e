import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { readGraphql, runGraphql } from "../graphql/execution";
import { problemOf, refuse } from "../http/envelopes";
import { problems } from "../http/problem";
import type { ApiResponse, Call, Route, Surface } from "../http/route";
import { isAfterWork } from "../platform/faults";
import type { Platform } from "../platform/platform";
import { applyRequestFault, applyResponseFault } from "./apply-fault";
import { authorize, isRead } from "./authentication";
import { type HostNames, refuseForeignPages, requirePageToken } from "./cross-origin";
import { nameItems } from "./named-items";
import { bytesOf, callOf, contextOf, createContext, type RequestContext } from "./request-context";
import { allRoutes, knownRoutes } from "./routes";

export interface ServerHooks {
  readonly reset: () => void;
  /** Receives a line about each request without a matching route. The line helps to find the caller. */
  readonly onUnknown: (line: string) => void;
  readonly log: ((line: string) => void) | undefined;
  readonly hostNames: HostNames;
}

declare module "fastify" {
  interface FastifyContextConfig {
    route?: Route;
    /** Methods that this path supports. Only the routes that answer 405 have this list. */
    allow?: readonly string[];
    surface?: Surface;
  }
}

const megabyte = 1_048_576;

/** One server for all surfaces. The hooks of the server run the checks in order; see `docs/contributing/platform-notes.md`. */
export function buildServer(platform: Platform, hooks: ServerHooks): FastifyInstance {
  const app = fastify({
    bodyLimit: 32 * megabyte,
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4000 },
    frameworkErrors: (error, _request, reply) => {
      refuse(reply as unknown as FastifyReply, "rest", problems.malformed(error.message));
    },
  });
  const closing = new AbortController();
  app.addHook("preClose", async () => closing.abort());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const routes = allRoutes(platform, hooks.reset);
  const restAreas = new Set(
    knownRoutes(platform, hooks.reset).flatMap(({ surface, path }) =>
      surface === "rest" ? [path.split("/")[2] ?? ""] : [],
    ),
  );

  app.addHook("onRequest", async (request, reply) => {
    platform.clock.settle();
    // RunPod reads every body as JSON, whatever its content type.
    request.headers["content-type"] = "application/json";
    const context = createContext(platform, request, restAreas);
    refuseForeignPages(request.headers, hooks.hostNames);
    if (context.surface === "control") {
      if (request.is404) throw problems.notFound("control");
      if (!isRead(request.method)) requirePageToken(request.headers, platform.pageToken);
      return;
    }
    platform.journal.add(context.entry);
    // This check comes first and needs no API key.
    const { longestPodRequest } = platform.settings;
    if (context.entry.operation === "createPod" && Number(request.headers["content-length"]) > longestPodRequest)
      throw problems.podTooLarge(longestPodRequest);
    authorize(platform, request, reply, context);
    route(platform, request, context, hooks);
  });

  app.addHook("preHandler", async (request, reply) => {
    const context = contextOf(request);
    if (!context || context.surface === "control") return;
    if (context.surface === "graphql") {
      context.graphql = readGraphql(platform, { bytes: bytesOf(request) });
      context.entry.operation = context.graphql.name;
    }
    context.effect = platform.faults.take(context.entry.operation);
    if (!context.effect || isAfterWork(context.effect)) return;
    if (await applyRequestFault(platform, context.effect, { context, request, reply, closing: closing.signal }))
      return reply;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const context = contextOf(request);
    if (!context) return payload;
    context.entry.status = reply.statusCode;
    if (context.surface === "rest") reply.header("x-request-id", randomUUID());
    if (!isRead(request.method)) platform.clock.wake();
    return applyResponseFault(payload, { context, request, reply });
  });

  app.addHook("onResponse", async (request) => {
    const entry = contextOf(request)?.entry;
    if (entry && entry.surface !== "control")
      hooks.log?.(`${entry.at} ${entry.status} ${entry.method} ${entry.path} ${entry.operation}`);
  });

  app.setErrorHandler((error, request, reply) => {
    const surface = contextOf(request)?.surface ?? "rest";
    refuse(reply, surface, problemOf(error));
  });
  app.setNotFoundHandler((request, reply) => {
    refuse(reply, contextOf(request)?.surface ?? "rest", problems.notFound());
  });

  const dispatch = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = contextOf(request);
    const { route } = request.routeOptions.config;
    if (!context || !route) throw problems.notFound();
    const call = callOf(request, context);
    if (context.surface !== "control" && isUnseen(platform, call)) throw problems.notFound();
    nameItems(platform, context);
    const work = () => (context.graphql ? runGraphql(platform, call, context.graphql) : route.handle(call));
    const asThen = isReading(request, context) ? platform.faults.takeOlder(context.entry.operation) : undefined;
    const response = await (asThen === undefined ? work() : asThen(work));
    nameItems(platform, context, response?.body);
    platform.faults.hideCreated(context.effect, response?.body);
    const exchange = { context, request, reply, closing: closing.signal };
    if (isAfterWork(context.effect) && (await applyRequestFault(platform, context.effect, exchange))) return reply;
    return send(reply, response ?? { status: 204 });
  };
  mount(app, routes, dispatch);
  return app;
}

/** Whether the request of a client changes nothing. */
function isReading({ method }: FastifyRequest, { surface, graphql }: RequestContext): boolean {
  if (surface === "control") return false;
  return graphql === undefined ? isRead(method) : graphql.operation.operation === "query";
}

function isUnseen({ faults }: Platform, { params }: Call): boolean {
  return Object.values(params).some((id) => faults.isUnseen(id));
}

type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Adds the other methods of each path too, so that a 405 names the supported methods. */
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

/** Refuses unknown paths and methods. */
function route({ settings }: Platform, request: FastifyRequest, context: RequestContext, hooks: ServerHooks): void {
  const { allow } = request.routeOptions.config;
  if (!allow && !request.is404) return;
  hooks.onUnknown(`${context.entry.method} ${context.entry.path} (${context.surface})`);
  if (allow) throw problems.methodNotAllowed(allow);
  const { method, path } = context.entry;
  const isRefused = context.surface === "rest" && path.startsWith("/v2/") && settings.unknownRoute === "422";
  throw isRefused ? problems.noRoute(method, path) : problems.notFound();
}

/** Sends the headers at once, because the first event may come late. */
async function* opened(reply: FastifyReply, events: AsyncIterable<string>): AsyncIterable<string> {
  reply.raw.flushHeaders();
  yield* events;
}

function send(reply: FastifyReply, { status, body, text, headers = {}, events }: ApiResponse): FastifyReply {
  reply.code(status).headers(headers);
  if (events) return reply.send(Readable.from(opened(reply, events)));
  if (text !== undefined) return reply.send(text);
  return body === undefined ? reply.send() : reply.type("application/json").send(JSON.stringify(body));
}
