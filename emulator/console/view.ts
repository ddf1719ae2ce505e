import { costPerHour, endpointCost, podCost } from "../areas/billing/prices";
import { defaultApiKey } from "../platform/options";
import { allEndpoints, type Platform } from "../platform/platform";
import { type Endpoint, jobsInProgress } from "../records/endpoint";
import { isFinal, type Job } from "../records/job";
import { liveStatuses, type Pod } from "../records/pod";

/** The longest lists that the page shows. Totals count everything. */
const max = { pods: 200, endpoints: 100, workers: 60, jobs: 40, requests: 60 } as const;

/**
 * All data of the console page, and no more: no environment, no key, no input or output of a job.
 * Times are milliseconds of platform time; lists are newest first.
 */
export function viewOf(platform: Platform) {
  const pods = [...platform.pods.values()];
  const endpoints = [...platform.endpoints.values()];
  const workers = endpoints.flatMap((endpoint) => endpoint.workers);
  return {
    now: Math.floor(platform.clock.now()),
    spent: platform.ledger.spent(),
    usesDefaultKey: platform.settings.apiKey === defaultApiKey,
    costPerHour: costPerHour(platform),
    pods: {
      total: pods.length,
      running: pods.filter(({ status }) => status === "RUNNING").length,
      failed: pods.filter(({ status }) => status === "ERROR").length,
      shown: newest(pods, max.pods).map(podView),
    },
    endpoints: { total: endpoints.length, shown: newest(endpoints, max.endpoints).map(endpointView) },
    workers: { total: workers.length, running: workers.filter(({ state }) => state === "running").length },
    jobs: jobsView(allEndpoints(platform)),
    requests: requestsView(platform),
  };
}

export type ConsoleView = ReturnType<typeof viewOf>;

function podView(pod: Pod) {
  const { id, name, status, image, cloud, dataCenterId } = pod;
  return {
    id,
    name,
    status,
    image,
    hardware: hardwareOf(pod),
    cloud,
    dataCenterId,
    costPerHour: podCost(pod),
    since: liveStatuses.has(status) ? (pod.startedAt ?? pod.createdAt) : undefined,
  };
}

function hardwareOf({ hardware }: Pod): string {
  if ("gpu" in hardware) return `${hardware.gpu.count} × ${hardware.gpu.id}`;
  return `${hardware.cpu.vcpuCount} vCPU ${hardware.cpu.id}`;
}

function endpointView(endpoint: Endpoint) {
  const { id, name, type, workersMin, workersMax, queue, counters } = endpoint;
  return {
    id,
    name,
    type,
    hardware: endpoint.instanceIds.length > 0 ? endpoint.instanceIds.join(", ") : endpoint.gpuIds,
    workersMin,
    workersMax,
    workers: endpoint.workers.slice(0, max.workers).map((worker) => ({ id: worker.id, state: worker.state })),
    workersTotal: endpoint.workers.length,
    queued: queue.length,
    inProgress: jobsInProgress(endpoint),
    completed: counters.completed,
    failed: counters.failed,
    costPerHour: endpointCost(endpoint),
  };
}

function jobsView(endpoints: readonly Endpoint[]) {
  const latest = endpoints.flatMap((endpoint) =>
    newestIn(endpoint.jobs, max.jobs).map((job) => jobView(endpoint, job)),
  );
  latest.sort((a, b) => b.submittedAt - a.submittedAt);
  const sum = (count: (endpoint: Endpoint) => number) => endpoints.reduce((all, endpoint) => all + count(endpoint), 0);
  return {
    total: sum((endpoint) => endpoint.jobs.size),
    queued: sum((endpoint) => endpoint.queue.length),
    inProgress: sum(jobsInProgress),
    completed: sum((endpoint) => endpoint.counters.completed),
    failed: sum((endpoint) => endpoint.counters.failed),
    shown: latest.slice(0, max.jobs),
  };
}

function jobView(endpoint: Endpoint, job: Job) {
  const { id, status, submittedAt, startedAt, finishedAt } = job;
  return { id, endpoint: endpoint.name, status, submittedAt, startedAt, finishedAt, isFinal: isFinal(job) };
}

function requestsView({ journal }: Platform) {
  const { size } = journal;
  const shown = journal.tail(max.requests).map((entry, index, { length }) => {
    const { at, surface, operation, method, path, status } = entry;
    return { number: size - length + index + 1, at, surface, operation, method, path, status };
  });
  return { total: size, shown: shown.reverse() };
}

/** The newest items, without a copy of older items. */
function newestIn<T>(items: ReadonlyMap<string, T>, count: number): T[] {
  const found: T[] = [];
  let older = items.size - count;
  for (const item of items.values()) if (--older < 0) found.push(item);
  return found.reverse();
}

function newest<T>(items: readonly T[], count: number): T[] {
  return items.slice(-count).reverse();
}
