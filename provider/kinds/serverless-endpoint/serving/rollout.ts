import type { Clock, Platform, Worker } from "../../../../client";
import { isFinal } from "../../../../client/http/answers/substitute";
import { unlessNotFound } from "../../../session/not-found";
import { longestRoundMs, type Watched } from "../../../session/watched";
import { healthIfReported } from "../activity";

/** The progress of an endpoint's workers towards its latest release: one snapshot. */
export interface Rollout {
  readonly id: string;
  /** Number of workers of the latest release in each state, such as `IDLE`. */
  readonly states: Readonly<Record<string, number>>;
  /** Number of workers of older releases. */
  readonly stale: number;
  /** Workers of the latest release. Absent if RunPod only gives counters, which do not distinguish releases. */
  readonly workers?: readonly Worker[];
  /** Workers of all releases. */
  readonly all?: readonly Worker[];
  /** Version of the endpoint, which rises with each release. */
  readonly version?: number | null;
  /** Number of workers to which a load balancer sends requests. Absent for a queue, and if RunPod does not report it. */
  readonly routable?: number | undefined;
}

/** A snapshot within a wait. */
export interface SeenRollout extends Rollout {
  /** True if an earlier snapshot of the wait listed the workers. */
  readonly wasListed: boolean;
  /** Milliseconds since the wait first saw an `UNHEALTHY` worker without a ready worker beside or after it. */
  readonly unhealthyMs: number;
}

/** Keeps the history of one wait, so that the conditions can be pure functions. */
export class RolloutHistory {
  readonly #clock: Clock;
  #wasListed: boolean;
  #unhealthySince: number | undefined;

  constructor(clock: Clock, before: Rollout | undefined) {
    this.#clock = clock;
    this.#wasListed = before?.workers !== undefined;
  }

  see(rollout: Rollout): SeenRollout {
    const now = this.#clock.now();
    const { UNHEALTHY = 0 } = rollout.states;
    // RunPod may replace an UNHEALTHY worker, so a moment without such a worker proves nothing.
    if (UNHEALTHY > 0) this.#unhealthySince ??= now;
    else if (readyWorkers(rollout) > 0) this.#unhealthySince = undefined;
    const seen = { ...rollout, wasListed: this.#wasListed, unhealthyMs: now - (this.#unhealthySince ?? now) };
    this.#wasListed ||= rollout.workers !== undefined;
    return seen;
  }
}

export const watchedRollouts: Watched<Rollout> = {
  longestRoundMs,
  each: true,
  read: async (platform, _ids, signal) => (id) => readRollout(platform, id, signal),
};

export const watchedBalancers: Watched<Rollout> = {
  longestRoundMs,
  each: true,
  read: async (platform, _ids, signal) => (id) => readBalancer(platform, id, signal),
};

/** Also reads the number of workers to which a load balancer sends requests, which only its health check shows. */
export async function readBalancer(platform: Platform, id: string, signal: AbortSignal): Promise<Rollout | undefined> {
  const rollout = await readRollout(platform, id, signal);
  const health = rollout && (await healthIfReported(platform, id, signal));
  return rollout && { ...rollout, routable: health?.workers.ready };
}

/** Reads the rollout of an endpoint. Returns `undefined` for a deleted endpoint. */
export async function readRollout(platform: Platform, id: string, signal: AbortSignal): Promise<Rollout | undefined> {
  try {
    const { workers, endpointVersion: version } = await platform.workers.list(id, { signal });
    const latest = workers.filter(({ isStale }) => !isStale);
    return {
      id,
      workers: latest,
      all: workers,
      version,
      stale: workers.length - latest.length,
      states: countStates(latest),
    };
  } catch (error) {
    if (!isFinal(error)) throw error;
    return await readCounters(platform, id, signal);
  }
}

/** Reads only the counters, if the API key or the API does not allow the list of workers. */
async function readCounters({ endpoints, jobs }: Platform, id: string, signal: AbortSignal) {
  if ((await unlessNotFound(endpoints.get(id, { signal }))) === undefined) return undefined;
  const { ready: _, ...counters } = (await jobs.health(id, { signal })).workers;
  const states = Object.fromEntries(Object.entries(counters).map(([state, count]) => [state.toUpperCase(), count]));
  return { id, states, stale: 0 };
}

function countStates(workers: readonly Worker[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of workers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** States of workers that can take requests. */
const readyStates = ["IDLE", "RUNNING"];

/** Tells whether a worker has a host. A worker that waits for capacity has none and costs nothing. */
export function hasHost({ status, dataCenterId }: Worker): boolean {
  return status !== "THROTTLED" || dataCenterId !== null;
}

export function isReady({ status }: Worker): boolean {
  return readyStates.includes(status);
}

export function readyWorkers({ states, routable = Number.POSITIVE_INFINITY }: Rollout): number {
  return Math.min(
    readyStates.reduce((sum, state) => sum + (states[state] ?? 0), 0),
    routable,
  );
}

export function describeRollout({ states, stale, routable }: Rollout): string {
  const parts = Object.entries(states).filter(([, count]) => count > 0);
  const older = stale > 0 ? [`${stale} of an older release`] : [];
  const passing = routable === undefined ? [] : [`${routable} with a successful health check`];
  return [...parts.map(([state, count]) => `${count} ${state}`), ...older, ...passing].join(", ") || "no worker";
}
