import { type Endpoint, type EndpointHealth, NotFoundError, type Platform } from "../../../client";
import { isFinal } from "../../../client/http/answers/substitute";
import { present } from "../../../kernel/values";
import { unlessNotFound } from "../../session/not-found";
import type { Watched } from "../../session/watched";

/** The activity of an endpoint: one snapshot of its record and its counters. */
export interface Activity {
  readonly id: string;
  readonly queued: number;
  readonly inProgress: number;
  /** Number of workers that `/health` reports, without throttled workers. Absent if RunPod reports no health. */
  readonly counted?: number;
  /** Number of workers that can take a job, now or once they have a host. Absent if RunPod does not count the workers that start. */
  readonly able?: number;
  /** Number of workers in the list of workers. Absent if the snapshot has no list. */
  readonly listed?: number;
}

/** Returns the number of remaining workers. If the two numbers differ, the higher number counts. */
export function workersLeft({ counted = 0, listed = 0 }: Activity): number {
  return Math.max(counted, listed);
}

export const watchedActivities: Watched<Activity> = {
  read: (platform, _ids, signal) => readActivities(platform, signal),
};

/** Reads one list for all endpoints, and the counters of each endpoint. */
async function readActivities(
  platform: Platform,
  signal: AbortSignal,
): Promise<(id: string) => Promise<Activity | undefined>> {
  const endpoints = new Map((await platform.endpoints.list({ signal })).map((endpoint) => [endpoint.id, endpoint]));
  return async (id) => {
    // A list may be older than a change. Only a read of the endpoint proves that it no longer exists.
    const endpoint = endpoints.get(id) ?? (await unlessNotFound(platform.endpoints.get(id, { signal })));
    return endpoint && (await activity(platform, endpoint, signal));
  };
}

async function activity(platform: Platform, endpoint: Endpoint, signal: AbortSignal): Promise<Activity | undefined> {
  if (endpoint.type === "LB") return await activityOfBalancer(platform, endpoint, signal);
  const health = await healthOf(platform, endpoint.id, signal);
  return health && activityOf(endpoint, health);
}

/**
 * Reads activities together with the list of workers, for endpoints whose two numbers differ. Podwright reads them less
 * often, because most endpoints need two requests.
 */
export const watchedViews: Watched<Activity> = {
  longestRoundMs: 60_000,
  read: async (platform, _ids, signal) => {
    const readOne = await readActivities(platform, signal);
    return async (id) => {
      const seen = await readOne(id);
      return seen === undefined || seen.listed !== undefined ? seen : await withList(platform, seen, signal);
    };
  },
};

/** Adds a new read of the list of workers. Returns `undefined` for a deleted endpoint. */
export async function withList(platform: Platform, seen: Activity, signal: AbortSignal): Promise<Activity | undefined> {
  // If the list of endpoints contains a worker count, Podwright needs no list of workers.
  const list = seen.listed === undefined ? await unlessNotFound(platform.workers.list(seen.id, { signal })) : undefined;
  if (list !== undefined) return { ...seen, listed: Math.max(list.summary.total, list.workers.length) };
  const endpoint = await unlessNotFound(platform.endpoints.get(seen.id, { signal }));
  return endpoint && { ...seen, ...present({ listed: endpoint.workers }) };
}

/** Reads a load-balancing endpoint. A list without worker counts does not mean zero workers. */
async function activityOfBalancer(
  platform: Platform,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Activity | undefined> {
  const listed =
    endpoint.workers === undefined ? await unlessNotFound(platform.endpoints.get(endpoint.id, { signal })) : endpoint;
  return listed && activityOf(listed, await healthIfReported(platform, endpoint.id, signal));
}

/**
 * Reads the counters of a load-balancing endpoint. RunPod documents them only for endpoints with a queue, so a refusal means
 * that there are none.
 */
export async function healthIfReported(
  { jobs }: Platform,
  id: string,
  signal: AbortSignal,
): Promise<EndpointHealth | undefined> {
  return await jobs.health(id, { signal }).catch((error: unknown) => {
    if (isFinal(error)) return undefined;
    throw error;
  });
}

/**
 * Reads the counters of an endpoint. Returns `undefined` for a deleted endpoint. Throws for an endpoint without
 * counters, which must not count as idle.
 */
export async function healthOf(
  { jobs, endpoints }: Platform,
  id: string,
  signal: AbortSignal,
): Promise<EndpointHealth | undefined> {
  try {
    return await jobs.health(id, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if ((await unlessNotFound(endpoints.get(id, { signal }))) === undefined) return undefined;
    // The answer may have been older than the endpoint.
    return await jobs.health(id, { signal });
  }
}

/** Combines an endpoint with its counters, if RunPod reports them. */
export function activityOf(endpoint: Endpoint, health: EndpointHealth | undefined): Activity {
  return {
    id: endpoint.id,
    queued: health?.jobs.inQueue ?? 0,
    inProgress: health?.jobs.inProgress ?? 0,
    ...present({
      counted: health && countedIn(health),
      able: health && ableIn(health),
      listed: endpoint.workers,
    }),
  };
}

/** Counts the workers that have a host or wait for one. RunPod replaces an unhealthy worker, but its next one may fail too. */
function ableIn({ workers }: EndpointHealth): number | undefined {
  if (workers.initializing === undefined) return undefined;
  const { unhealthy: _, throttled = 0, ...states } = workers;
  return countedIn({ workers: states }) + throttled;
}

/**
 * Counts the workers. RunPod counts a `ready` worker in another state, too. A throttled worker has no host and no job, and the
 * counters of an idle endpoint may keep one that no longer exists. The list shows each throttled worker that does exist.
 */
export function countedIn({ workers }: Pick<EndpointHealth, "workers">): number {
  const { ready = 0, throttled: _, ...states }: Readonly<Record<string, number>> = workers;
  return Math.max(
    Object.values(states).reduce((sum, count) => sum + count, 0),
    ready,
  );
}

export function describeActivity(activity: Activity): string {
  const { queued, inProgress, counted, listed } = activity;
  const parts = [
    [queued, "job", "queued"],
    [inProgress, "job", "in progress"],
    [workersLeft(activity), "worker", "left"],
  ] as const;
  const left = parts
    .filter(([count]) => count > 0)
    .map(([count, noun, state]) => `${count} ${noun}${count === 1 ? "" : "s"} ${state}`);
  const views =
    counted === listed || counted === undefined || listed === undefined ? "" : ` (${viewsOf(counted, listed)})`;
  return `${left.length === 0 ? "nothing" : left.join(", ")}${views}`;
}

function viewsOf(counted: number, listed: number): string {
  return `RunPod's health check counts ${counted}, and its list of workers has ${listed}`;
}
