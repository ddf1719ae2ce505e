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
  readonly method: "GET" | "HEAD" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Path with `:name` parameters. */
  readonly path: string;
  /** The contract's name of the operation; journal and faults go by it. */
  readonly operation: string;
  /** It refuses for want of capacity by itself, and so after its other checks. */
  readonly asksForCapacity?: true;
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

/** Deeper than any request has reason to go, and shallow enough for whatever walks through it by recursion. */
const deepest = 500;

/** The body as JSON; an absent or unreadable one is malformed (400), not invalid (422). */
export function json({ bytes }: Pick<Call, "bytes">): unknown {
  if (!bytes || bytes.length === 0) throw problems.malformed("request body is required");
  if (depthOf(bytes) > deepest) throw problems.malformed("request body is nested too deeply");
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    throw problems.malformed("request body is not valid JSON");
  }
}

const quote = 0x22;
const backslash = 0x5c;
const opening: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const closing: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** How deep brackets lie in each other outside of texts. */
function depthOf(bytes: Buffer): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === quote) at = endOfText(bytes, at + 1);
    else if (opening.has(byte)) most = Math.max(most, ++depth);
    else if (closing.has(byte)) depth--;
  }
  return most;
}

/** Where the next quote is that no backslash escapes. */
function endOfText(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(quote, from); at >= 0; at = bytes.indexOf(quote, at + 1)) {
    let slashes = 0;
    while (bytes[at - 1 - slashes] === backslash) slashes++;
    if (slashes % 2 === 0) return at;
  }
  return bytes.length;
}
