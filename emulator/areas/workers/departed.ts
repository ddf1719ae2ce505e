import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";

/** RunPod's two views of workers: the counters of the jobs' address, and the lists of workers. */
export type WorkerView = "health" | "list";

interface Departed {
  readonly worker: Worker;
  readonly at: number;
}

/** Stopped workers that a view may still show. Not in the state file: the lag ends within a moment. */
const departed = new WeakMap<Endpoint, readonly Departed[]>();

export function rememberDeparted({ clock, settings }: Platform, endpoint: Endpoint, worker: Worker): void {
  if (Math.max(settings.healthLag, settings.workerListLag) === 0) return;
  const known = departed.get(endpoint) ?? [];
  departed.set(endpoint, [...known, { worker: { ...worker, job: undefined }, at: clock.now() }]);
}

/** The workers as this view shows them. Each view has its own lag, so the two can disagree. */
export function workersShownIn(platform: Platform, endpoint: Endpoint, view: WorkerView): readonly Worker[] {
  const { clock, settings } = platform;
  const since = clock.now() - (view === "health" ? settings.healthLag : settings.workerListLag);
  const late = (departed.get(endpoint) ?? []).filter(({ at }) => at > since);
  return [...endpoint.workers, ...late.map(({ worker }) => worker)];
}
