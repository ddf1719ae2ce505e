import type { Platform, Worker } from "../../../../client";
import { isFinal } from "../../../../client/errors/substitute";
import { unlessNotFound } from "../../../operations/not-found";
import type { Watched } from "../../../operations/watched";

/** How far an endpoint's workers are with its latest release: one snapshot. */
export interface Rollout {
  readonly id: string;
  /** The number of workers in each state of the platform, such as `IDLE`; without those of an older release. */
  readonly states: Readonly<Record<string, number>>;
  /** Workers of an older release. */
  readonly stale: number;
  /** Of the latest release. Absent where the platform only gives counters, which do not tell releases apart. */
  readonly workers?: readonly Worker[];
  /** Of every release. */
  readonly all?: readonly Worker[];
  /** Of the endpoint; it rises with each release. */
  readonly version?: number | null;
}

/** A request for each. */
export const watchedRollouts: Watched<Rollout> = {
  longestRoundMs: 60_000,
  read: async (platform, _ids, signal) => (id) => readRollout(platform, id, signal),
};

/** `undefined` when the endpoint is gone. */
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

/** For a key, or a platform, without the list of workers. */
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

/** One that waits for capacity has none, and costs nothing. */
export function hasHost({ status, dataCenterId }: Worker): boolean {
  return status !== "THROTTLED" || dataCenterId !== null;
}

export function isReady({ status }: Worker): boolean {
  return readyStates.includes(status);
}

export function readyWorkers({ states }: Rollout): number {
  return readyStates.reduce((sum, state) => sum + (states[state] ?? 0), 0);
}

export function describeRollout({ states, stale }: Rollout): string {
  const parts = Object.entries(states).filter(([, count]) => count > 0);
  const older = stale > 0 ? [`${stale} of an older release`] : [];
  return [...parts.map(([state, count]) => `${count} ${state}`), ...older].join(", ") || "no worker";
}
