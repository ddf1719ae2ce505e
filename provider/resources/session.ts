import {
  type Clock,
  type Endpoint,
  type EndpointHealth,
  NotFoundError,
  type Platform,
  type Pod,
  systemClock,
} from "../platform";
import { unlessNotFound } from "./not-found";
import type { Session } from "./run";
import { type Activity, activityOf } from "./serverless-endpoint/readiness";
import { isPassing } from "./wait/passing";
import { Poller } from "./wait/poller";

const shortestIntervalMs = 1_000;
const longestIntervalMs = 10_000;

export interface SessionOptions {
  readonly platform: Platform;
  readonly clock?: Clock;
  readonly timeScale?: number;
}

/** What all operations of a process on one account share: the connection, one poller a kind, what was created. */
export function openSession({ platform, clock = systemClock, timeScale = 1 }: SessionOptions): Session {
  const polling = {
    clock,
    // What has been awaited for long is not missed by a second: the budget is 60 requests a minute.
    interval: (ageMs: number) =>
      Math.min(Math.max(ageMs / 8, shortestIntervalMs * timeScale), longestIntervalMs * timeScale),
    isPassing,
  };
  return {
    platform,
    clock,
    timeScale,
    created: new Map(),
    pods: new Poller<Pod>({ ...polling, read: (ids, signal) => readPods(platform, ids, signal) }),
    endpoints: new Poller<Activity>({ ...polling, read: (ids, signal) => readActivities(platform, ids, signal) }),
  };
}

/** One awaited pod is read by itself; several share one list. */
async function readPods(platform: Platform, ids: readonly string[], signal: AbortSignal): Promise<Map<string, Pod>> {
  const listed = ids.length > 1 ? await platform.pods.list({ signal }) : [];
  const pods = new Map(listed.map((pod) => [pod.id, pod]));
  // A list may lag behind or hide a pod; only a look at the pod itself proves that it is gone.
  for (const id of ids.filter((id) => !pods.has(id))) {
    const pod = await unlessNotFound(platform.pods.get(id, { signal }));
    if (pod !== undefined) pods.set(id, pod);
  }
  return pods;
}

export async function readActivities(
  platform: Platform,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, Activity>> {
  const endpoints = (await platform.endpoints.list({ signal })).filter(({ id }) => ids.includes(id));
  const activities = await Promise.all(
    endpoints.map(async (endpoint) => {
      // Only a queue has counters.
      if (endpoint.type === "LB") return await withoutCounters(platform, endpoint, signal);
      const health = await healthOf(platform, endpoint.id, signal);
      return health && activityOf(endpoint, health);
    }),
  );
  return new Map(activities.filter((activity) => activity !== undefined).map((activity) => [activity.id, activity]));
}

/** A list that does not count workers must not look like one that counts none. */
async function withoutCounters(
  platform: Platform,
  endpoint: Endpoint,
  signal: AbortSignal,
): Promise<Activity | undefined> {
  if (endpoint.workers !== undefined) return activityOf(endpoint, undefined);
  const counted = await unlessNotFound(platform.endpoints.get(endpoint.id, { signal }));
  return counted && activityOf(counted, undefined);
}

/** `undefined` when the endpoint has gone meanwhile. One whose counters alone are not found is not taken for idle. */
async function healthOf(platform: Platform, id: string, signal: AbortSignal): Promise<EndpointHealth | undefined> {
  try {
    return await platform.jobs.health(id, { signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
    if ((await platform.endpoints.find(id, { signal, maxAgeMs: 0 })) === undefined) return undefined;
    throw error;
  }
}
