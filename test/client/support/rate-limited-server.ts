import type { IncomingHttpHeaders } from "node:http";
import type { VirtualClock } from "../../support/virtual-clock";

interface Limit {
  readonly name: string;
  readonly quota: number;
  readonly lengthMs: number;
}

/** Counts as the platform does: fixed windows from the first request in each window, and 429 beyond the quota. */
export class RateLimitedServer {
  readonly #clock: VirtualClock;
  readonly #limits: readonly Limit[];
  readonly #counts = new Map<string, { since: number; used: number }>();
  refused = 0;
  /** The time at which each request arrived. */
  readonly arrivals: number[] = [];

  constructor(clock: VirtualClock, limits: readonly Limit[]) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** A request with a delay before its arrival and a delay before its response. */
  async handle(thereMs: number, backMs: number): Promise<{ status: number; headers: IncomingHttpHeaders }> {
    await this.#clock.sleep(thereMs);
    const answer = this.#count();
    await this.#clock.sleep(backMs);
    return answer;
  }

  #count(): { status: number; headers: IncomingHttpHeaders } {
    const now = this.#clock.now();
    this.arrivals.push(now);
    const windows = this.#limits.map((limit) => {
      let count = this.#counts.get(limit.name);
      if (count === undefined || now >= count.since + limit.lengthMs) count = { since: now, used: 0 };
      this.#counts.set(limit.name, count);
      return { ...limit, count };
    });
    const spent = windows.find(({ count, quota }) => count.used >= quota);
    if (spent === undefined) for (const { count } of windows) count.used += 1;
    else this.refused += 1;
    const headers: IncomingHttpHeaders = {
      "ratelimit-policy": windows
        .map(({ name, quota, lengthMs }) => `"${name}";q=${quota};w=${lengthMs / 1000}`)
        .join(", "),
      ratelimit: windows
        .map(({ name, quota, lengthMs, count }) => {
          const seconds = Math.floor((count.since + lengthMs - now) / 1000);
          return `"${name}";r=${quota - count.used};t=${seconds}`;
        })
        .join(", "),
    };
    return { status: spent === undefined ? 200 : 429, headers };
  }
}
