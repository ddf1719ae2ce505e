import { Problem, problems } from "./problem";

export const windowNames = ["minute", "hour", "day"] as const;
type Window = (typeof windowNames)[number];

interface Quota {
  readonly window: Window;
  readonly seconds: number;
  readonly quota: number;
}

const windows = { m: ["minute", 60], h: ["hour", 3600], d: ["day", 86_400] } as const;
const published = "60/m,3000/h,50000/d";

/** Parses `60/m,3000/h,50000/d`. A window that the text does not contain has no limit. */
function parseRateLimit(text: string): Quota[] {
  return text.split(",").map((part) => {
    const match = /^\s*(\d+)\/([mhd])\s*$/.exec(part);
    if (!match) throw new Error(`rate limit "${text}" must have the form 60/m,3000/h,50000/d`);
    const [window, seconds] = windows[match[2] as keyof typeof windows];
    return { window, seconds, quota: Number(match[1]) };
  });
}

/**
 * Quotas of a surface for the account. A window opens with its first request and closes after its length. Without configured
 * limits, the emulator counts nothing, and the headers show RunPod's published example quotas as unused.
 */
export class RateLimit {
  private readonly quotas: readonly Quota[];
  private readonly enforced: boolean;
  private readonly used = new Map<string, { opened: number; count: number }>();

  constructor(limit: string | undefined) {
    this.enforced = limit !== undefined;
    this.quotas = parseRateLimit(limit ?? published);
  }

  /** Counts a request, or throws a 429 without counting it. */
  take(now: number): void {
    if (!this.enforced) return;
    const full = this.quotas.filter((quota) => this.state(quota, now).remaining <= 0);
    const longest = full.sort((a, b) => this.state(b, now).reset - this.state(a, now).reset)[0];
    if (longest) throw problems.rateLimited(longest.window, this.state(longest, now).reset);
    for (const quota of this.quotas) {
      const open = this.open(quota, now);
      this.used.set(quota.window, { opened: open?.opened ?? now, count: (open?.count ?? 0) + 1 });
    }
  }

  /** Whether limits are configured. A surface without documented limits has a limit only if limits are configured. */
  get isEnforced(): boolean {
    return this.enforced;
  }

  /** Returns the headers of a response. The headers show 0 remaining requests for each window in `exhausted`. */
  headers(now: number, exhausted: readonly Window[] = []): Record<string, string> {
    return {
      "RateLimit-Policy": this.quotas.map((q) => `"${q.window}";q=${q.quota};w=${q.seconds}`).join(", "),
      RateLimit: this.quotas
        .map((q) => {
          const { remaining, reset } = this.state(q, now);
          return `"${q.window}";r=${exhausted.includes(q.window) ? 0 : remaining};t=${reset}`;
        })
        .join(", "),
    };
  }

  /** Returns a refusal for these exhausted windows. `Retry-After` is for the first of these windows, in seconds or as a date. */
  refusal(now: number, exhausted: readonly [Window, ...Window[]], asDate: boolean): Problem {
    const quota = this.quotas.find(({ window }) => window === exhausted[0]);
    const seconds = quota === undefined ? 1 : this.state(quota, now).reset;
    const { status, message } = problems.rateLimited(exhausted[0], seconds);
    return new Problem(status, message, undefined, {
      ...this.headers(now, exhausted),
      "Retry-After": asDate ? new Date(now + seconds * 1000).toUTCString() : String(seconds),
    });
  }

  clear(): void {
    this.used.clear();
  }

  private state(quota: Quota, now: number): { remaining: number; reset: number } {
    const open = this.open(quota, now);
    const closes = (open?.opened ?? now) + quota.seconds * 1000;
    return { remaining: Math.max(0, quota.quota - (open?.count ?? 0)), reset: Math.ceil((closes - now) / 1000) };
  }

  private open(quota: Quota, now: number) {
    const open = this.used.get(quota.window);
    return open && now < open.opened + quota.seconds * 1000 ? open : undefined;
  }
}
