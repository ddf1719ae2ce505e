import type { IncomingHttpHeaders } from "node:http";
import { type List, parseList } from "structured-headers";

/** One window, as a response reports it. */
export interface WindowReport {
  /** `minute`, `hour` or `day`. */
  readonly name: string;
  readonly remaining: number;
  /** Until the window starts anew. Whole seconds on the wire. */
  readonly resetsInMs: number;
  /** Requests a window, if the policy names it. */
  readonly quota: number | undefined;
  readonly lengthMs: number | undefined;
}

/** Reads `RateLimit` and `RateLimit-Policy`. Exempt callers, other surfaces and 401 carry neither: an empty list. */
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

/** `Retry-After` in milliseconds, from seconds or from a date, which is one of RunPod's clock. */
export function readRetryAfter(headers: IncomingHttpHeaders, now: number): number | undefined {
  const value = headers["retry-after"];
  if (value === undefined) return undefined;
  const seconds = Number(value);
  const sentAt = Date.parse(headers.date ?? "");
  const ms = Number.isNaN(seconds) ? Date.parse(value) - (Number.isNaN(sentAt) ? now : sentAt) : waitOf(seconds);
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

/** No limit lasts longer. The end of a longer time may not even be a valid date. */
const LONGEST_SECONDS = 366 * 86_400;

function waitOf(seconds: number): number {
  return Math.min(seconds, LONGEST_SECONDS) * 1000;
}

/**
 * The wait that a refusal orders: until the last of the exhausted windows starts anew, and at least `Retry-After`, which
 * may name one window alone.
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
    // An unreadable header must not fail a call; a 429 is still obeyed.
    return [];
  }
}
