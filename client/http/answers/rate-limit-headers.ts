import type { IncomingHttpHeaders } from "node:http";
import { type List, parseList } from "structured-headers";

/** The state of one rate window in a response. */
export interface WindowReport {
  /** Name of the window: `minute`, `hour` or `day`. */
  readonly name: string;
  readonly remaining: number;
  /** Milliseconds until the window starts anew. RunPod sends whole seconds. */
  readonly resetsInMs: number;
  /** Number of requests in a window, if RunPod's policy header names it. */
  readonly quota: number | undefined;
  readonly lengthMs: number | undefined;
}

/**
 * Reads `RateLimit` and `RateLimit-Policy`. Returns an empty list if the headers are missing. RunPod omits the headers for
 * exempt callers, on other surfaces and in a 401.
 */
export function readWindows(headers: IncomingHttpHeaders): WindowReport[] {
  const policies = new Map(members(headers["ratelimit-policy"]).map(({ name, number }) => [name, number]));
  return members(headers.ratelimit).flatMap(({ name, number }) => {
    const remaining = number("r");
    const seconds = number("t");
    if (remaining === undefined || seconds === undefined) return [];
    const policy = policies.get(name);
    const length = policy?.("w");
    return [
      {
        name,
        remaining,
        resetsInMs: waitOf(seconds),
        quota: policy?.("q"),
        lengthMs: length === undefined ? undefined : length * 1000,
      },
    ];
  });
}

/** Returns `Retry-After` in milliseconds. RunPod sends seconds, or a date by its own clock. */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const sentAt = Date.parse(headers.date ?? "");
  const ms = Number.isNaN(seconds) ? Date.parse(value) - (Number.isNaN(sentAt) ? now : sentAt) : waitOf(seconds);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** The longest wait that a header can order. A longer time could exceed the range of valid dates. */
const LONGEST_SECONDS = 366 * 86_400;

function waitOf(seconds: number): number {
  return Math.min(seconds, LONGEST_SECONDS) * 1000;
}

/**
 * Returns the wait that a refusal orders: until the last exhausted window starts anew, and at least `Retry-After`. The window
 * counts too, because `Retry-After` may be for only one of several windows.
 */
export function readOrderedWait(headers: IncomingHttpHeaders, now: number): number | undefined {
  const exhausted = readWindows(headers).filter(({ remaining }) => remaining === 0);
  const waits = [readRetryAfter(headers, now) ?? [], ...exhausted.map(({ resetsInMs }) => resetsInMs)].flat();
  return waits.length === 0 ? undefined : Math.max(...waits);
}

interface Member {
  readonly name: string;
  readonly number: (parameter: string) => number | undefined;
}

function members(header: string | string[] | undefined): Member[] {
  if (header === undefined) return [];
  return parsed(Array.isArray(header) ? header.join(", ") : header).flatMap(([value, parameters]) => {
    if (typeof value !== "string") return [];
    const number = (parameter: string) => {
      const bare = parameters.get(parameter);
      return typeof bare === "number" && bare >= 0 ? bare : undefined;
    };
    return [{ name: value, number }];
  });
}

function parsed(header: string): List {
  try {
    return parseList(header);
  } catch {
    // An unreadable header must not fail a call. A 429 still makes the client wait.
    return [];
  }
}
