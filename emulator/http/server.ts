import { Readable } from "node:stream";
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from "fastify";
import { readGraphql, runGraphql } from "../graphql/execution";
import type { Platform } from "../platform/platform";
import { allRoutes } from "../routes";
import { authorize, isRead } from "./access/authentication";
import { refuseForeignPages } from "./access/cross-origin";
import { problemOf, refuse } from "./envelopes";
import { applyRequestFault, applyResponseFault } from "./faults/apply-fault";
import { isAfterWork } from "./faults/faults";
import { longestPodRequest, problems } from "./problem";
import { bytesOf, callOf, contextOf, createContext, type RequestContext } from "./request-context";
import type { ApiResponse, Route, Surface } from "./route";

export interface ServerHooks {
  readonly reset: () => void;
  /** A request that no route matches, with enough of it to find the caller. */
  readonly onUnknown: (line: string) => void;
  readonly log: ((line: string) => void) | undefined;
  /** Host names that are allowed besides those that nobody can own. */
  readonly ownNames?: readonly string[];
}

declare module "fastify" {
  interface FastifyContextConfig {
    route?: Route;
    /** The methods of this path; set on the routes that respond 405 to the other methods. */
    allow?: readonly string[];
    surface?: Surface;
  }
}

const megabyte = 1_048_576;

/** One server for all surfaces. Its hooks are the order of the checks; see `docs/platform-notes.md`. */
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
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));

  const routes = allRoutes(platform, hooks.reset);
  const restAreas = new Set(
    routes.flatMap(({ surface, path }) => (surface === "rest" ? [path.split("/")[2] ?? ""] : [])),
  );

  app.addHook("onRequest", async (request, reply) => {
    platform.clock.settle();
    // The platform reads every body as JSON, whatever its type says.
    request.headers["content-type"] = "application/json";
    const context = createContext(platform, request, restAreas);
    refuseForeignPages(request.headers, hooks.ownNames ?? []);
    if (context.surface === "control") {
      if (request.is404) throw problems.notFound("control");
      return;
    }
    platform.journal.add(context.entry);
    // The first check of all, so that nobody needs a key for it.
    if (context.entry.operation === "createPod" && Number(request.headers["content-length"]) > longestPodRequest)
      throw problems.podTooLarge();
    authorize(platform, request, reply, context);
    route(request, context, hooks);
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
    await applyRequestFault(platform, context.effect, { context, request, reply });
    if (reply.sent) return reply;
  });

  app.addHook("onSend", async (request, reply, payload) => {
    const context = contextOf(request);
    if (!context) return payload;
    context.entry.status = reply.statusCode;
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
    const response = await (context.graphql
      ? runGraphql(platform, callOf(request, context), context.graphql)
      : route.handle(callOf(request, context)));
    if (isAfterWork(context.effect)) await applyRequestFault(platform, context.effect, { context, request, reply });
    return reply.sent ? reply : send(reply, response ?? { status: 204 });
  };
  mount(app, routes, dispatch);
  return app;
}

type Dispatch = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Mounts the other methods of each path too, so that a 405 names the methods that exist. */
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
function route(request: FastifyRequest, context: RequestContext, hooks: ServerHooks): void {
  const { allow } = request.routeOptions.config;
  if (!allow && !request.is404) return;
  hooks.onUnknown(`${context.entry.method} ${context.entry.path} (${context.surface})`);
  throw allow ? problems.methodNotAllowed(allow) : problems.notFound();
}

/** Sends the headers at once, because the first event may take long. */
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
