import type { WindowReport } from "../answers/rate-limit-headers";
import { LONGEST_WAIT_MS } from "./should-retry";

/** When the next request may go. */
export type Turn =
  | { readonly kind: "now" }
  /** Not known until a request in flight gets its response. */
  | { readonly kind: "after-response" }
  | Later;

/** `window` is absent if RunPod's refusal named none; with `spreading` the rest of the window is spread over its time. */
export interface Later {
  readonly kind: "later";
  readonly atMs: number;
  readonly window: string | undefined;
  readonly spreading: boolean;
}

/** The next request would have to wait longer than the client waits on its own. */
export class WindowSpent extends Error {
  constructor(
    readonly window: string | undefined,
    readonly resetsAtMs: number,
  ) {
    super("the rate limit is used up");
    this.name = "WindowSpent";
  }
}

/** A request in flight. */
export interface Sent {
  readonly probe: boolean;
}

interface Window {
  readonly name: string;
  quota: number;
  /** `undefined` after the window has ended, until a response of the next one. */
  remaining: number | undefined;
  /** Never before RunPod's own reset. */
  resetsAt: number;
}

/** RunPod sends whole seconds, perhaps rounded down: one more ensures that the window has ended. */
const ROUNDING_MS = 1_000;
/** Below this part of the quota, the remaining requests are spread over the remaining time. */
const LITTLE = 0.15;
const WIDEST_PROBE = 64;

/**
 * The state of the rate windows, and the rules that keep every request within them.
 *
 * Within a window the lowest report counts, and requests in flight count as not yet reported. So no order of responses
 * makes the client overestimate the remaining requests. A single request probes while no report is valid (at the start,
 * and after a window has ended).
 */
export class RateWindows {
  readonly #windows = new Map<string, Window>();
  #exempt: boolean;
  #inFlight = 0;
  #probesInFlight = 0;
  #probeWidth = 1;
  #lastSentAt = Number.NEGATIVE_INFINITY;
  #refusedUntil = Number.NEGATIVE_INFINITY;

  constructor(exempt: boolean) {
    this.#exempt = exempt;
  }

  turn(now: number): Turn {
    let latest: Turn = { kind: "now" };
    if (now < this.#refusedUntil)
      latest = { kind: "later", atMs: this.#refusedUntil, window: undefined, spreading: false };
    for (const window of this.#windows.values()) {
      const turn = this.#turnOf(window, now);
      if (turn.kind === "after-response") return turn;
      if (turn.kind === "later" && (latest.kind === "now" || turn.atMs > latest.atMs)) latest = turn;
    }
    if (latest.kind === "now" && this.#unknown && this.#probesInFlight >= this.#probeWidth)
      return { kind: "after-response" };
    return latest;
  }

  resetOf(name: string): number | undefined {
    return this.#windows.get(name)?.resetsAt;
  }

  send(now: number): Sent {
    const probe = this.#unknown;
    this.#inFlight += 1;
    if (probe) this.#probesInFlight += 1;
    this.#lastSentAt = now;
    return { probe };
  }

  responded(sent: Sent, response: { now: number; reports: readonly WindowReport[]; success: boolean }): void {
    this.#settle(sent);
    this.#probeWidth = 1;
    const reported = new Set(response.reports.map(({ name }) => name));
    for (const window of this.#windows.values()) if (!reported.has(window.name)) countUnreported(window);
    for (const report of response.reports) this.#learn(report, response.now);
    // A refusal without headers (401, some 409s) shows nothing about limits. A success without them means no limits.
    if (response.success && this.#windows.size === 0) this.#exempt = true;
  }

  failed(sent: Sent): void {
    this.#settle(sent);
    // While nothing responds, one probe at a time would make every caller wait for all earlier timeouts.
    this.#probeWidth = Math.min(this.#probeWidth * 2, WIDEST_PROBE);
    for (const window of this.#windows.values()) countUnreported(window);
  }

  /** A 429 is for everyone in the queue. */
  refused(until: number): void {
    this.#refusedUntil = Math.max(this.#refusedUntil, until);
  }

  get #unknown(): boolean {
    if (this.#windows.size === 0) return !this.#exempt;
    return [...this.#windows.values()].some(({ remaining }) => remaining === undefined);
  }

  #settle({ probe }: Sent): void {
    this.#inFlight -= 1;
    if (probe) this.#probesInFlight -= 1;
  }

  #turnOf(window: Window, now: number): Turn {
    if (now >= window.resetsAt) window.remaining = undefined;
    if (window.remaining === undefined) return { kind: "now" };
    const atReset: Turn = { kind: "later", atMs: window.resetsAt, window: window.name, spreading: false };
    if (window.remaining <= 0) return atReset;
    const free = window.remaining - this.#inFlight;
    if (free <= 0) return { kind: "after-response" };
    // A long window is not spread: its last requests would take hours.
    if (free > window.quota * LITTLE || window.resetsAt - now > LONGEST_WAIT_MS) return { kind: "now" };
    // The moment at which the time since the last request is one share of the time then left.
    const atMs = (this.#lastSentAt * free + window.resetsAt) / (free + 1);
    return now >= atMs ? { kind: "now" } : { kind: "later", atMs, window: window.name, spreading: true };
  }

  #learn({ name, remaining, resetsInMs, quota }: WindowReport, now: number): void {
    const resetsAt = now + resetsInMs + ROUNDING_MS;
    const known = this.#windows.get(name);
    if (known === undefined) {
      this.#windows.set(name, { name, quota: quota ?? remaining + 1, remaining, resetsAt });
      return;
    }
    known.quota = quota ?? Math.max(known.quota, remaining);
    const ended = known.remaining === undefined || now >= known.resetsAt;
    // A slow response estimates its reset late, never early, so the earliest estimate counts.
    known.remaining = ended ? remaining : Math.min(known.remaining ?? remaining, remaining);
    known.resetsAt = ended ? resetsAt : Math.min(known.resetsAt, resetsAt);
  }
}

function countUnreported(window: Window): void {
  if (window.remaining !== undefined) window.remaining = Math.max(0, window.remaining - 1);
}
