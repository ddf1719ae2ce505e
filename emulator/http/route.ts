import type { IncomingHttpHeaders } from "node:http";
import { problems } from "./problem";

/** The four kinds of address; each has its own authentication and its own envelope for errors. */
export type Surface = "rest" | "graphql" | "jobs" | "control";

/** One request, past authentication, quota and routing. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The raw body; undefined when the request has no body. */
  readonly bytes: Buffer | undefined;
  readonly access: Access;
  /** A planned fault wants a capacity refusal. */
  readonly noCapacity: boolean;
  /** The emulator serves the first description of the interface. */
  readonly strictInterface: boolean;
  /** A planned fault wants the response of a success without a change of the pod's run. */
  readonly withoutEffect: boolean;
}

export type Access = "full" | "read-only";

export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Sent unchanged, instead of a body; the headers name its type. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Server-sent events, each sent at once. */
  readonly events?: AsyncIterable<string>;
}

type Method = "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE";
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns void
type Handled = ApiResponse | void;
/** Handles a request. The response to a handler that returns nothing is 204. */
export type Handle = (call: Call) => Handled | Promise<Handled>;

export interface Route {
  readonly surface: Surface;
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  /** The platform's name of the operation, which the journal and faults use. */
  readonly operation: string;
  readonly handle: Handle;
  /** The operation checks capacity itself, after its other checks. */
  readonly checksCapacity: boolean;
  /** The first description of the interface lacks it. */
  readonly isNewer?: boolean;
}

type Row = readonly [request: `${Method} /${string}`, operation: string, handle: Handle, capacity?: "checks capacity"];

/** One line a route. */
export function routesOf(surface: Surface, rows: readonly Row[]): Route[] {
  return rows.map(([request, operation, handle, capacity]) => {
    const [method, path] = request.split(" ") as [Method, string];
    return { surface, method, path, operation, handle, checksCapacity: capacity !== undefined };
  });
}

/** Marks routes as newer than the first description. */
export function newerRoutes(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, isNewer: true }));
}

/** Marks query parameters as newer: for the first description, the handler does not see them, as with unknown parameters. */
export function newerQuery(names: readonly string[], handle: Handle): Handle {
  return (call) => {
    if (!call.strictInterface) return handle(call);
    const query = new URLSearchParams(call.query);
    for (const name of names) query.delete(name);
    return handle({ ...call, query });
  };
}

/** The routes of the emulator's own surface. */
export function controlRoutesOf(rows: readonly (readonly [request: Row[0], handle: Handle])[]): Route[] {
  return routesOf(
    "control",
    rows.map(([request, handle]) => [request, "control", handle]),
  );
}

export const ok = (body: unknown): ApiResponse => ({ status: 200, body });
export const created = (body: unknown): ApiResponse => ({ status: 201, body });
export const eventStream = (events: AsyncIterable<string>): ApiResponse => ({
  status: 200,
  headers: {
    "Content-Type": "text/event-stream",
    "Cache-Control": "no-cache",
    Connection: "keep-alive",
    "X-Accel-Buffering": "no",
  },
  events,
});

/** A path parameter, which the route's pattern guarantees. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw problems.notFound();
  return value;
}

/** The value, or the refusal that there is no such thing. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw problems.notFound(what);
  return value;
}

/** The item that the path's `:id` names. */
export function byId<T>(items: ReadonlyMap<string, T>, call: Call, what: string): T {
  return found(items.get(param(call, "id")), what);
}

/** The deepest nesting of a body. No request needs more levels, and recursive code can handle them. */
const deepest = 500;

/** The body as JSON; an absent or unreadable one is malformed (400), not invalid (422). */
export function json({ bytes }: Pick<Call, "bytes">): unknown {
  if (!bytes || bytes.length === 0) throw problems.malformed("request body is required");
  let body: unknown;
  try {
    body = JSON.parse(bytes.toString("utf8"));
  } catch {
    throw problems.malformed("request body is not valid JSON");
  }
  if (isDeep(body)) throw problems.malformed("request body is nested too deeply");
  return body;
}

/** Goes down level by level, so that no depth overflows the stack. */
function isDeep(body: unknown): boolean {
  const contents = (one: unknown): unknown[] => (typeof one === "object" && one !== null ? Object.values(one) : []);
  let depth = 0;
  for (let level = [body]; level.length > 0; level = level.flatMap(contents)) if (++depth > deepest + 1) return true;
  return false;
}
