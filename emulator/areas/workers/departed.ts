import type { Platform } from "../../platform/platform";
import type { Endpoint, Worker } from "../../records/endpoint";

/** RunPod's two views of workers: the counters of `/health`, and the lists of workers. */
export type WorkerView = "health" | "list";

interface Departed {
  readonly worker: Worker;
  readonly at: number;
}

/** Stopped workers that a view may still show. The state file leaves these workers out, because they last only a moment. */
const departed = new WeakMap<Endpoint, readonly Departed[]>();

export function rememberDeparted({ clock, settings }: Platform, endpoint: Endpoint, worker: Worker): void {
  if (Math.max(settings.healthLag, settings.workerListLag) === 0) return;
  const known = departed.get(endpoint) ?? [];
  departed.set(endpoint, [...known, { worker: { ...worker, job: undefined }, at: clock.now() }]);
}

/** Returns the workers that this view shows. The two views lag by different times, so they can disagree. */
export function workersShownIn(platform: Platform, endpoint: Endpoint, view: WorkerView): readonly Worker[] {
  const { clock, settings } = platform;
  const since = clock.now() - (view === "health" ? settings.healthLag : settings.workerListLag);
  const late = (departed.get(endpoint) ?? []).filter(({ at }) => at > since);
  return [...endpoint.workers, ...late.map(({ worker }) => worker)];
}
