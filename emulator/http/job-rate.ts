import { Problem } from "./problem";

interface Limit {
  /** Number of requests that may arrive in ten seconds. */
  readonly requests: number;
  /** Number of requests that may run at the same time. */
  readonly atOnce?: number;
}

/** RunPod's published limits for each endpoint. Other operations have no limits. */
const limits: Readonly<Record<string, Limit>> = {
  run: { requests: 1000, atOnce: 200 },
  runsync: { requests: 2000, atOnce: 400 },
  status: { requests: 2000, atOnce: 400 },
  stream: { requests: 2000, atOnce: 400 },
  openai: { requests: 2000, atOnce: 400 },
  cancel: { requests: 100, atOnce: 20 },
  "purge-queue": { requests: 2 },
};

const windowMs = 10_000;

interface Use {
  opened: number;
  requests: number;
  current: number;
}

/** Counts the requests of job operations, for each endpoint and operation. A window opens with its first request. */
export class JobRate {
  private readonly uses = new Map<string, Use>();
  private sweptAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly enforced: boolean) {}

  /** Counts a request while it runs, or throws a 429. A refused request does not count. */
  async during<T>(endpointId: string, operation: string, now: number, work: () => T | Promise<T>): Promise<T> {
    const limit = limits[operation];
    if (!this.enforced || !limit) return await work();
    const use = this.use(`${endpointId}/${operation}`, now);
    if (use.requests >= limit.requests) throw refused(`${limit.requests} ${operation} requests in 10 seconds`);
    if (use.current >= (limit.atOnce ?? Number.POSITIVE_INFINITY))
      throw refused(`${limit.atOnce} ${operation} requests at a time`);
    use.requests++;
    use.current++;
    try {
      return await work();
    } finally {
      use.current--;
    }
  }

  clear(): void {
    this.uses.clear();
  }

  private use(key: string, now: number): Use {
    this.sweep(now);
    const known = this.uses.get(key);
    const use = known ?? { opened: now, requests: 0, current: 0 };
    this.uses.set(key, use);
    if (now >= use.opened + windowMs) Object.assign(use, { opened: now, requests: 0 });
    return use;
  }

  /** Deletes old windows at most once every ten seconds, so that the map stays small. */
  private sweep(now: number): void {
    if (now < this.sweptAt + windowMs) return;
    this.sweptAt = now;
    for (const [key, { opened, current }] of this.uses)
      if (current === 0 && now >= opened + windowMs) this.uses.delete(key);
  }
}

function refused(limit: string): Problem {
  return new Problem(429, `rate limit exceeded: an endpoint accepts at most ${limit}`);
}
