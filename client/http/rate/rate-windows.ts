import type { WindowReport } from "../answers/rate-limit-headers";
import { LONGEST_WAIT_MS } from "./should-retry";

/** When the next request may leave. */
export type Turn =
  | { readonly kind: "now" }
  /** The time is unknown until a request in flight gets its response. */
  | { readonly kind: "after-response" }
  | Later;

/**
 * The next request may leave at a known time. `window` is absent if RunPod's refusal named no window. `spreading` means that
 * the client spreads the remaining requests over the rest of the window.
 */
export interface Later {
  readonly kind: "later";
  readonly atMs: number;
  readonly window: string | undefined;
  readonly spreading: boolean;
}

/** Thrown if the next request would have to wait longer than the client is willing to wait. */
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
  /** Requests left in the window. `undefined` between the end of the window and the next response. */
  remaining: number | undefined;
  /** Time at which the window ends for the client. This time is never before RunPod's own reset. */
  resetsAt: number;
}

/** Allowance for rounding. RunPod sends whole seconds, perhaps rounded down, so one second more ensures that the window has ended. */
const ROUNDING_MS = 1_000;
/** If less than this part of the quota remains, the client spreads the remaining requests over the remaining time. */
const LITTLE = 0.15;
const WIDEST_PROBE = 64;

/**
 * The state of the rate windows, and the rules that keep requests within them.
 *
 * For each window, the client takes the lowest reported number of remaining requests, and counts each request in flight as
 * used. So the client never overestimates the remaining requests, whatever the order of the responses. At the start and after
 * the end of a window, no report is valid. Then the client sends a single request as a probe.
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
    // A refusal without headers (401, some 409s) says nothing about limits. A success without headers means that there are no
    // limits.
    if (response.success && this.#windows.size === 0) this.#exempt = true;
  }

  failed(sent: Sent): void {
    this.#settle(sent);
    // If RunPod does not respond, more probes leave at once. With single probes, each caller would wait for the timeouts
    // of all earlier callers.
    this.#probeWidth = Math.min(this.#probeWidth * 2, WIDEST_PROBE);
    for (const window of this.#windows.values()) countUnreported(window);
  }

  /** Delays the whole queue after a 429. */
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
    // The client does not spread the requests of a long window, because the last requests would wait for hours.
    if (free > window.quota * LITTLE || window.resetsAt - now > LONGEST_WAIT_MS) return { kind: "now" };
    // The next request leaves when the time since the last request equals the remaining time divided by the number of remaining
    // requests.
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
    // A slow response can only overestimate the time of the reset, so the earliest estimate counts.
    known.remaining = ended ? remaining : Math.min(known.remaining ?? remaining, remaining);
    known.resetsAt = ended ? resetsAt : Math.min(known.resetsAt, resetsAt);
  }
}

function countUnreported(window: Window): void {
  if (window.remaining !== undefined) window.remaining = Math.max(0, window.remaining - 1);
}
