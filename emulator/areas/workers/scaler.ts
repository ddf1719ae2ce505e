import { type Endpoint, jobsInProgress, workersIn } from "../../records/endpoint";

/**
 * The scaler's demand for workers, before the limits of min and max.
 *
 * `REQUEST_COUNT`: one worker per `scalerValue` jobs, waiting or running.
 * `QUEUE_DELAY`: the first job gets a worker at once; then each further job gets a worker if it has waited `scalerValue`
 * seconds and no worker is initializing for it yet.
 */
export function demand(endpoint: Endpoint, now: number): number {
  const queued = endpoint.queue.filter((job) => !job.lowPriority);
  const live = endpoint.workers.length;
  switch (endpoint.scalerType) {
    case "REQUEST_COUNT":
      return Math.ceil((queued.length + jobsInProgress(endpoint)) / endpoint.scalerValue);
    case "QUEUE_DELAY": {
      if (live === 0) return queued.length > 0 ? 1 : 0;
      const overdue = queued.filter((job) => now - job.queuedAt >= endpoint.scalerValue * 1000).length;
      return live + Math.max(0, overdue - workersIn(endpoint, "initializing"));
    }
  }
}
