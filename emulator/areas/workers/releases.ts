import { isDeepStrictEqual } from "node:util";
import { containerOfEndpoint } from "../../platform/endpoint-container";
import type { Platform } from "../../platform/platform";
import { userId } from "../../records/account";
import { type Endpoint, type Release, settingsOf } from "../../records/endpoint";
import { endpointRows } from "../../records/endpoint-settings";
import { timestamp } from "../../time/clock";

const kept = 200;

const live: ReadonlySet<string> = new Set(endpointRows.flatMap(([name, row]) => (row.live ? [name] : [])));

/** Returns the first release of an endpoint. */
export function firstRelease(platform: Platform): Release {
  return { id: platform.ids.resource(), version: 1, createdAt: platform.clock.now(), diff: [] };
}

/** Runs a change. Each endpoint gets a release that lists what the change has altered. */
export function releasing(platform: Platform, endpoints: readonly Endpoint[], change: () => void): void {
  const before = endpoints.map((endpoint) => configurationOf(platform, endpoint));
  change();
  endpoints.forEach((endpoint, index) => {
    publish(platform, endpoint, before[index] ?? {});
  });
}

/** Applies the change that a build makes. The build becomes a release even if it alters no field. */
export function publishBuild(platform: Platform, endpoint: Endpoint, buildId: string, change: () => void): void {
  const before = endpoint.releases[0];
  change();
  const [latest] = endpoint.releases;
  if (latest !== undefined && latest !== before) {
    endpoint.releases[0] = { ...latest, buildId };
    return;
  }
  const { version } = endpoint;
  addRelease(platform, endpoint, { diff: [], buildId });
  keepWorkers(endpoint, version);
}

function addRelease(platform: Platform, endpoint: Endpoint, own: Pick<Release, "diff" | "buildId">): void {
  endpoint.version++;
  endpoint.releases.unshift({
    id: platform.ids.resource(),
    version: endpoint.version,
    createdAt: platform.clock.now(),
    ...own,
  });
  endpoint.releases.splice(kept);
}

/** Moves workers of the previous release to the latest release without a restart. */
function keepWorkers(endpoint: Endpoint, before: number): void {
  for (const worker of endpoint.workers) if (worker.version === before) worker.version = endpoint.version;
}

function publish(platform: Platform, endpoint: Endpoint, before: Readonly<Record<string, unknown>>): void {
  const diff = Object.entries(configurationOf(platform, endpoint))
    .filter(([field, value]) => !isDeepStrictEqual(value, before[field]))
    .map(([field, value]) => ({ field, old: before[field] ?? null, new: value ?? null }));
  if (diff.length === 0) return;
  const { version } = endpoint;
  addRelease(platform, endpoint, { diff });
  if (diff.every(({ field }) => live.has(field))) keepWorkers(endpoint, version);
}

/** Returns the configuration under the names of RunPod's releases. Container settings have the prefix `template.`. */
function configurationOf(platform: Platform, endpoint: Endpoint): Record<string, unknown> {
  const { image, args, disk, ports, env, registry } = containerOfEndpoint(platform, endpoint);
  return {
    ...settingsOf(endpoint),
    "template.imageName": image,
    "template.dockerArgs": args,
    "template.containerDiskInGb": disk,
    "template.ports": ports,
    "template.env": env,
    "template.containerRegistryAuthId": registry,
  };
}

/** Returns a page of releases. Every page also shows the rollout and the version of the endpoint. */
export function releasesShape({ version, workers }: Endpoint, releases: readonly Release[]) {
  const on = (wanted: number) => workers.filter((worker) => worker.version === wanted).length;
  const latest = on(version);
  return {
    releases: releases.map((release) => ({
      ...release,
      source: release.buildId === undefined ? "MANUAL" : "GIT_BUILD",
      buildId: release.buildId ?? null,
      createdByUserId: userId,
      workerCount: on(release.version),
      createdAt: timestamp(release.createdAt),
    })),
    rollout: {
      inProgress: latest < workers.length,
      workersOnLatest: latest,
      workersTotal: workers.length,
      percentOnLatest: workers.length === 0 ? 0 : Math.round((100 * latest) / workers.length),
    },
    endpointVersion: version,
  };
}
