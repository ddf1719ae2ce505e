import { type Endpoint, jobsInProgress, workersIn } from "../../records/endpoint";

/**
 * Returns the number of workers that the scaler wants, before the limits of min and max.
 *
 * `REQUEST_COUNT`: one worker for every `scalerValue` jobs, waiting or running.
 * `QUEUE_DELAY`: the first job gets a worker at once. Each further job gets a worker after it has waited `scalerValue`
 * seconds, unless a worker already initializes for it.
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
