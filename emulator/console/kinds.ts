import { secretShape } from "../areas/account/secrets/store";
import { endpointCost, podCost, volumeCost } from "../areas/billing/prices";
import { clusterShape } from "../areas/clusters/shapes";
import { membersOf } from "../areas/clusters/store";
import { podShape } from "../areas/pods/shapes";
import { ownTemplates, templateShape } from "../areas/templates/store";
import { endpointShape } from "../graphql/endpoints";
import { type JournalEntry, journalLength } from "../http/journal";
import { allEndpoints, type Platform } from "../platform/platform";
import type { Cluster } from "../records/cluster";
import { type Endpoint, jobsInProgress, type Worker } from "../records/endpoint";
import { type Job, jobStatuses } from "../records/job";
import { type NetworkVolume, volumeFields } from "../records/network-volume";
import { liveStatuses, type Pod, podStatuses } from "../records/pod";
import { type Registry, registryFields } from "../records/registry";
import type { Secret } from "../records/secret";
import type { Template } from "../records/template";
import { timestamp } from "../time/clock";
import { counted, duration, joined, ownerIn, type Row } from "./row";

/** A kind of item that the page lists. */
export interface ConsoleKind<T> {
  readonly title: string;
  /** States that the user can filter by. */
  readonly states: readonly string[];
  readonly total: (platform: Platform) => number;
  /** Returns at least `count` items if there are so many, newest first. */
  readonly newest: (platform: Platform, count: number) => Iterable<T>;
  readonly row: (item: T, platform: Platform) => Row;
  /** Returns the public fields of an item. Absent if the items of this kind have no page of their own. */
  readonly shape?: (item: T, platform: Platform) => object;
}

/** Largest number of workers that a row shows as marks. */
const mostMarks = 60;

const pods: ConsoleKind<Pod> = {
  ...inMap("Pods", ({ pods }) => pods),
  states: podStatuses,
  row: (pod) => ({
    id: pod.id,
    name: pod.name,
    status: pod.status,
    facts: joined(hardwareOf(pod), pod.dataCenterId, pod.cloud.toLowerCase(), pod.cluster && "in a cluster"),
    more: joined(pod.image, pod.id),
    costPerHour: podCost(pod),
    ...(liveStatuses.has(pod.status) ? { since: pod.startedAt ?? pod.createdAt } : {}),
    ...ownerIn(pod.env),
  }),
  shape: (pod, platform) => podShape(platform, pod),
};

function hardwareOf({ hardware }: Pod): string {
  if ("gpu" in hardware) return `${hardware.gpu.count} × ${hardware.gpu.id}`;
  return `${hardware.cpu.vcpuCount} vCPU ${hardware.cpu.id}`;
}

const endpoints: ConsoleKind<Endpoint> = {
  ...inMap("Endpoints", ({ endpoints }) => endpoints),
  row: (endpoint) => {
    const { id, name, type, instanceIds, gpuIds, workers, workersMin, workersMax, queue, counters, env } = endpoint;
    const hardware = instanceIds.length > 0 ? instanceIds.join(", ") : gpuIds;
    const failed = counters.failed > 0 && `${counters.failed} failed`;
    const jobs = joined(
      `${queue.length} queued`,
      `${jobsInProgress(endpoint)} running`,
      `${counters.completed} done`,
      failed,
    );
    return {
      id,
      name,
      facts: joined(
        hardware,
        type === "LB" ? "load balancing" : "queue",
        `${workersMin} to ${counted(workersMax, "worker")}`,
      ),
      more: joined(jobs, id),
      costPerHour: endpointCost(endpoint),
      workers: workers.slice(0, mostMarks).map((worker) => ({ id: worker.id, state: worker.state })),
      workersTotal: workers.length,
      ...ownerIn(Object.fromEntries(env.map(({ key, value }) => [key, value]))),
    };
  },
  shape: (endpoint, platform) => endpointShape(platform, endpoint),
};

const clusters: ConsoleKind<Cluster> = {
  ...inMap("Clusters", ({ clusters }) => clusters),
  row: (cluster, platform) => {
    const members = membersOf(platform, cluster);
    const { gpuCountPerPod, gpuTypeId } = cluster.compute;
    return {
      id: cluster.id,
      name: cluster.name,
      facts: joined(`${counted(members.length, "pod")} of ${gpuCountPerPod} × ${gpuTypeId}`, cluster.dataCenterId),
      // The pods of the cluster have their own rows with prices, so a price here would count twice.
      more: joined(cluster.type, "each pod shows its own price", cluster.id),
      ...ownerIn(members[0]?.env ?? {}),
    };
  },
  shape: (cluster, platform) => clusterShape(platform, cluster),
};

const networkVolumes: ConsoleKind<NetworkVolume> = {
  ...inMap("Network volumes", ({ volumes }) => volumes),
  row: (volume) => ({
    id: volume.id,
    name: volume.name,
    facts: joined(`${volume.size} GB`, volume.dataCenter, volume.type.toLowerCase().replace("_", " ")),
    more: volume.id,
    costPerHour: volumeCost(volume),
  }),
  shape: (volume, platform) => volumeFields.shown(platform, volume),
};

const templates: ConsoleKind<Template> = {
  ...inMap("Templates", (platform) => new Map(ownTemplates(platform).map((template) => [template.id, template]))),
  row: ({ id, name, image, serverless, public: isPublic }) => ({
    id,
    name,
    facts: joined(image, serverless ? "for endpoints" : "for pods", isPublic && "public"),
    more: id,
  }),
  shape: (template, platform) => templateShape(platform, template),
};

const registries: ConsoleKind<Registry> = {
  ...inMap("Registry credentials", ({ registries }) => registries),
  row: ({ id, name }) => ({ id, name, facts: "username and password are write-only", more: id }),
  shape: (registry, platform) => registryFields.shown(platform, registry),
};

const secrets: ConsoleKind<Secret> = {
  ...inMap("Secrets", ({ secrets }) => secrets),
  row: ({ id, name, description }) => ({ id, name, facts: description ?? "", more: id }),
  shape: (secret) => secretShape(secret),
};

interface OwnJob {
  readonly endpoint: Endpoint;
  readonly job: Job;
}

const jobs: ConsoleKind<OwnJob> = {
  title: "Jobs",
  states: jobStatuses,
  total: (platform) => allEndpoints(platform).reduce((sum, endpoint) => sum + endpoint.jobs.size, 0),
  newest: (platform, count) =>
    allEndpoints(platform)
      .flatMap((endpoint) => jobsOf(endpoint, count))
      .sort((a, b) => b.job.submittedAt - a.job.submittedAt),
  row: jobRow,
  shape: ({ endpoint, job }) => ({
    endpoint: endpoint.name,
    endpointId: endpoint.id,
    worker: job.workerId ?? null,
    submittedAt: timestamp(job.submittedAt),
    startedAt: job.startedAt === undefined ? null : timestamp(job.startedAt),
    finishedAt: job.finishedAt === undefined ? null : timestamp(job.finishedAt),
    retries: job.retries ?? 0,
    removedAt: timestamp(job.expiresAt),
  }),
};

/** Returns the newest jobs of an endpoint, newest first. */
export function jobsOf(endpoint: Endpoint, count: number): OwnJob[] {
  return newestIn(endpoint.jobs.values(), endpoint.jobs.size, count).map((job) => ({ endpoint, job }));
}

export function jobRow({ endpoint, job }: OwnJob): Row {
  const { id, status, submittedAt, startedAt, finishedAt } = job;
  const waited = startedAt !== undefined && `waited ${duration(startedAt - submittedAt)}`;
  const ran = startedAt !== undefined && finishedAt !== undefined && `ran ${duration(finishedAt - startedAt)}`;
  return {
    id,
    name: endpoint.name,
    status,
    facts: joined(waited, ran),
    more: id,
    since: finishedAt ?? startedAt ?? submittedAt,
  };
}

export function workerRow(worker: Worker): Row {
  return {
    id: worker.id,
    name: worker.id,
    status: worker.state.toUpperCase(),
    facts: joined(
      worker.gpuTypeId ?? worker.instance,
      worker.dataCenterId ?? "without a host",
      worker.job && "runs a job",
    ),
    more: worker.image,
    since: worker.startedAt,
  };
}

/** A request, and its position among all requests since the start. */
interface Numbered {
  readonly number: number;
  readonly entry: Readonly<JournalEntry>;
}

const requests: ConsoleKind<Numbered> = {
  title: "Requests",
  states: [],
  total: ({ journal }) => journal.size,
  newest: ({ journal }, count) =>
    journal
      .tail(Math.min(count, journalLength))
      .map((entry, index, { length }) => ({ number: journal.size - length + index + 1, entry }))
      .reverse(),
  row: ({ number, entry }) => requestRow(entry, String(number)),
};

export function requestRow({ at, method, path, operation, status }: Readonly<JournalEntry>, id: string): Row {
  return {
    id,
    name: `${method} ${path}`,
    status: status === 0 ? "cut" : String(status),
    facts: operation,
    more: at.slice(11, 19),
  };
}

/** All kinds that the page lists, in this order. */
export const consoleKinds = {
  pods,
  endpoints,
  clusters,
  "network-volumes": networkVolumes,
  templates,
  registries,
  secrets,
  jobs,
  requests,
} as const;

export type KindName = keyof typeof consoleKinds;

/** Returns the functions of a kind whose items are in a map of the platform. */
function inMap<T>(title: string, itemsOf: (platform: Platform) => ReadonlyMap<string, T>) {
  return {
    title,
    states: [] as readonly string[],
    total: (platform: Platform) => itemsOf(platform).size,
    newest: (platform: Platform, count: number) => {
      const items = itemsOf(platform);
      return newestIn(items.values(), items.size, count);
    },
  };
}

/** Returns the newest items first, without copying the older items. */
function newestIn<T>(items: Iterable<T>, size: number, count: number): T[] {
  const found: T[] = [];
  let older = size - count;
  for (const item of items) if (--older < 0) found.push(item);
  return found.reverse();
}
