import { type Endpoint, type EndpointHealth, NotFoundError, type Platform } from "../../../client";
import { unlessNotFound } from "../../operations/not-found";
import type { Watched } from "../../operations/watched";

/** What an endpoint is doing: one snapshot of its record and its counters. */
export interface Activity {
  readonly id: string;
  readonly queued: number;
  readonly inProgress: number;
  readonly workers: number;
}

export const watchedActivities: Watched<Activity> = {
  read: (platform, _ids, signal) => readActivities(platform, signal),
};

/** One list for all of them, and the counters of each that has a queue. */
async function readActivities(
  platform: Platform,
  signal: AbortSignal,
): Promise<(id: string) => Promise<Activity | undefined>> {
  const endpoints = new Map((await platform.endpoints.list({ signal })).map((endpoint) => [endpoint.id, endpoint]));
  return async (id) => {
    // A list may lag behind; only a read of the endpoint itself proves that it is gone.
    const endpoint = endpoints.get(id) ?? (await unlessNotFound(platform.endpoints.get(id, { signal })));
    return endpoint && (await activity(platform, endpoint, signal));
  };
}

async function activity(platform: Platform, endpoint: Endpoint, signal: AbortSignal): Promise<Activity | undefined> {
  if (endpoint.type === "LB") return await withoutCounters(platform, endpoint, signal);
  const health = await healthOf(platform, endpoint.id, signal);
  return health && activityOf(endpoint, health);
}

/** A list without worker counts does not mean zero workers. */
async function withoutCounters(
  platform: Platform,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Activity | undefined> {
  if (endpoint.workers !== undefined) return activityOf(endpoint, undefined);
  const counted = await unlessNotFound(platform.endpoints.get(endpoint.id, { signal }));
  return counted && activityOf(counted, undefined);
}

/** `undefined` when the endpoint is gone by now. An endpoint whose counters alone are missing does not count as idle. */
export async function healthOf(
  platform: Platform,
  id: string,
  signal: AbortSignal,
): Promise<EndpointHealth | undefined> {
  try {
    return await platform.jobs.health(id, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if ((await unlessNotFound(platform.endpoints.get(id, { signal }))) === undefined) return undefined;
    throw error;
  }
}

/**
 * The counters are absent for endpoints without a queue. Both sources count workers, and both must reach zero. A `ready`
 * worker counts in another state too.
 */
export function activityOf(endpoint: Endpoint, health: EndpointHealth | undefined): Activity {
  const { ready = 0, ...states }: Readonly<Record<string, number>> = health?.workers ?? {};
  const counted = Object.values(states).reduce((sum, workers) => sum + workers, 0);
  return {
    id: endpoint.id,
    queued: health?.jobs.inQueue ?? 0,
    inProgress: health?.jobs.inProgress ?? 0,
    workers: Math.max(endpoint.workers ?? 0, counted, ready),
  };
}

export function describeActivity({ queued, inProgress, workers }: Activity): string {
  const parts = [
    [queued, "job", "queued"],
    [inProgress, "job", "in progress"],
    [workers, "worker", "left"],
  ] as const;
  const left = parts
    .filter(([count]) => count > 0)
    .map(([count, noun, state]) => `${count} ${noun}${count === 1 ? "" : "s"} ${state}`);
  return left.length === 0 ? "nothing" : left.join(", ");
}
