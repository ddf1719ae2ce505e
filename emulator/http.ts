import type { IncomingHttpHeaders } from "node:http";
import { problems } from "./problem";

/** The four doors of the platform; each has its own authentication and its own envelope for errors. */
export type Surface = "rest" | "graphql" | "jobs" | "control";

/** One request, past authentication, quota and routing. */
export interface Call {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The raw body; undefined when none came. */
  readonly bytes: Buffer | undefined;
  readonly access: Access;
  /** A fault asked for a capacity refusal. */
  readonly noCapacity: boolean;
}

export type Access = "full" | "read-only";

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  /** Sent as it is, in place of a body; its type is in the headers. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Server-sent events; sent as they come. */
  readonly events?: AsyncIterable<string>;
}

export interface Route {
  readonly surface: Surface;
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path with `:name` parameters. */
  readonly path: string;
  /** The contract's name of the operation; journal and faults go by it. */
  readonly operation: string;
  readonly handle: (call: Call) => Answer | Promise<Answer>;
}

export const ok = (body: unknown): Answer => ({ status: 200, body });
export const created = (body: unknown): Answer => ({ status: 201, body });
export const noContent = (): Answer => ({ status: 204 });

/** A path parameter the route's own pattern promises. */
export function param(call: Call, name: string): string {
  const value = call.params[name];
  if (value === undefined) throw problems.notFound();
  return value;
}

/** The body as JSON; an absent or unreadable one is malformed (400), not invalid (422). */
export function json(call: Call): unknown {
  if (!call.bytes || call.bytes.length === 0) throw problems.malformed("request body is required");
  try {
    return JSON.parse(call.bytes.toString("utf8"));
  } catch {
    throw problems.malformed("request body is not valid JSON");
  }
}
