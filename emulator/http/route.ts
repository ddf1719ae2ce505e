import type { IncomingHttpHeaders } from "node:http";
import { problems } from "./problem";

/** The API surfaces. Each surface has its own authentication and its own error format. */
export type Surface = "rest" | "graphql" | "jobs" | "control";

/** A request that has passed authentication, quota and routing. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** Raw body. `undefined` if the request has no body. */
  readonly bytes: Buffer | undefined;
  readonly access: Access;
  /** Whether a scheduled fault asks for a refusal for lack of capacity. */
  readonly noCapacity: boolean;
  /** Whether the emulator serves RunPod's first API description. */
  readonly strictInterface: boolean;
  /** Whether a scheduled fault asks for a successful response that leaves the pod's run unchanged. */
  readonly withoutEffect: boolean;
}

export type Access = "full" | "read-only";

export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
  /** Text to send unchanged instead of a body. The headers contain the type of the text. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Server-sent events. The server sends each event at once. */
  readonly events?: AsyncIterable<string>;
}

type Method = "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE";
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a result returns void
type Handled = ApiResponse | void;
/** Handles a request. If the function returns nothing, the response is a 204. */
export type Handle = (call: Call) => Handled | Promise<Handled>;

export interface Route {
  readonly surface: Surface;
  readonly method: Method;
  /** Path with `:name` parameters. */
  readonly path: string;
  /** RunPod's name of the operation, for the journal and for faults. */
  readonly operation: string;
  readonly handle: Handle;
  /** Whether the operation checks capacity itself, after its other checks. */
  readonly checksCapacity: boolean;
  /** Whether RunPod's first API description lacks the route. */
  readonly isNewer?: boolean;
}

type Row = readonly [request: `${Method} /${string}`, operation: string, handle: Handle, capacity?: "checks capacity"];

/** Builds routes from a table with one row for each route. */
export function routesOf(surface: Surface, rows: readonly Row[]): Route[] {
  return rows.map(([request, operation, handle, capacity]) => {
    const [method, path] = request.split(" ") as [Method, string];
    return { surface, method, path, operation, handle, checksCapacity: capacity !== undefined };
  });
}

/** Marks routes that RunPod's first API description lacks. */
export function newerRoutes(routes: readonly Route[]): Route[] {
  return routes.map((route) => ({ ...route, isNewer: true }));
}

/**
 * Marks query parameters that RunPod's first API description lacks. If the emulator serves that description, the handler does
 * not see these parameters.
 */
export function newerQuery(names: readonly string[], handle: Handle): Handle {
  return (call) => {
    if (!call.strictInterface) return handle(call);
    const query = new URLSearchParams(call.query);
    for (const name of names) query.delete(name);
    return handle({ ...call, query });
  };
}

/** Builds the routes of the control API. */
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

/** Returns a path parameter. The pattern of the route guarantees that the parameter exists. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw problems.notFound();
  return value;
}

/** Returns the value. Throws "not found" if the value is undefined. */
export function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw problems.notFound(what);
  return value;
}

/** Returns the item with the id in the path. */
export function byId<T>(items: ReadonlyMap<string, T>, call: Call, what: string): T {
  return found(items.get(param(call, "id")), what);
}

/** Deepest nesting of a body. No request needs a deeper body, and recursive code can handle this depth. */
const deepest = 500;

/** Parses the body as JSON. A missing or unreadable body is malformed (400), not invalid (422). */
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

/** Visits the body level by level instead of recursively, so that no depth overflows the stack. */
function isDeep(body: unknown): boolean {
  const contents = (one: unknown): unknown[] => (typeof one === "object" && one !== null ? Object.values(one) : []);
  let depth = 0;
  for (let level = [body]; level.length > 0; level = level.flatMap(contents)) if (++depth > deepest + 1) return true;
  return false;
}
