import { LONGEST_WAIT_MS } from "../should-retry";
import type { WindowReport } from "./rate-limit-headers";

/** When the next request may go. */
export type Turn =
  | { readonly kind: "now" }
  /** Nothing can be said until a request under way is answered. */
  | { readonly kind: "after-answer" }
  | Later;

/** `window` is absent where the platform refused without naming one; `spreading`: some are left, and made to last. */
export interface Later {
  readonly kind: "later";
  readonly atMs: number;
  readonly window: string | undefined;
  readonly spreading: boolean;
}

/** The next request would have to wait longer than anyone should without being asked. */
export class WindowSpent extends Error {
  constructor(
    readonly window: string | undefined,
    readonly resetsAtMs: number,
  ) {
    super("the rate limit is used up");
    this.name = "WindowSpent";
  }
}

/** What is known of a request that is under way. */
export interface Sent {
  readonly probe: boolean;
}

interface Window {
  readonly name: string;
  quota: number;
  /** `undefined` once the window has ended and no answer of the next one is known. */
  remaining: number | undefined;
  /** Never before the platform's own reset. */
  resetsAt: number;
}

/** Seconds on the wire are whole, perhaps rounded down: one more makes sure that the window has ended. */
const ROUNDING_MS = 1_000;
/** Below this part of the quota, what is left is spread over the time that is left. */
const LITTLE = 0.15;
const WIDEST_PROBE = 64;

/**
 * What is known of the rate windows, and the rules that keep every request within them.
 *
 * Within a window the lowest report counts, and requests under way count as not yet reported: then no order in which
 * answers arrive makes the client believe in more than there is. When nothing is known (at the start, and after a
 * window has ended) a single request goes ahead and asks.
 */
export class RateWindows {
  readonly #windows = new Map<string, Window>();
  #exempt: boolean;
  #underWay = 0;
  #probesUnderWay = 0;
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
      if (turn.kind === "after-answer") return turn;
      if (turn.kind === "later" && (latest.kind === "now" || turn.atMs > latest.atMs)) latest = turn;
    }
    if (latest.kind === "now" && this.#unknown && this.#probesUnderWay >= this.#probeWidth)
      return { kind: "after-answer" };
    return latest;
  }

  resetOf(name: string): number | undefined {
    return this.#windows.get(name)?.resetsAt;
  }

  send(now: number): Sent {
    const probe = this.#unknown;
    this.#underWay += 1;
    if (probe) this.#probesUnderWay += 1;
    this.#lastSentAt = now;
    return { probe };
  }

  answered(sent: Sent, answer: { now: number; reports: readonly WindowReport[]; success: boolean }): void {
    this.#arrived(sent);
    this.#probeWidth = 1;
    const told = new Set(answer.reports.map(({ name }) => name));
    for (const window of this.#windows.values()) if (!told.has(window.name)) countUnreported(window);
    for (const report of answer.reports) this.#learn(report, answer.now);
    // A refusal without headers (401, some 409s) says nothing about limits; a success without them says there are none.
    if (answer.success && this.#windows.size === 0) this.#exempt = true;
  }

  failed(sent: Sent): void {
    this.#arrived(sent);
    // While nothing answers, asking one at a time would make every caller wait for all timeouts before its own.
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

  #arrived({ probe }: Sent): void {
    this.#underWay -= 1;
    if (probe) this.#probesUnderWay -= 1;
  }

  #turnOf(window: Window, now: number): Turn {
    if (now >= window.resetsAt) window.remaining = undefined;
    if (window.remaining === undefined) return { kind: "now" };
    const atReset: Turn = { kind: "later", atMs: window.resetsAt, window: window.name, spreading: false };
    if (window.remaining <= 0) return atReset;
    const free = window.remaining - this.#underWay;
    if (free <= 0) return { kind: "after-answer" };
    // Spreading a window nobody waits out would turn its last requests into hours.
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
    // An answer may have been on its way for long: its reset is estimated late, never early, so the earliest counts.
    known.remaining = ended ? remaining : Math.min(known.remaining ?? remaining, remaining);
    known.resetsAt = ended ? resetsAt : Math.min(known.resetsAt, resetsAt);
  }
}

function countUnreported(window: Window): void {
  if (window.remaining !== undefined) window.remaining = Math.max(0, window.remaining - 1);
}
