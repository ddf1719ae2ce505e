import { messageOf } from "../../kernel/plain-text";
import type { Catalog } from "../catalog/operations";
import type { GpuType } from "../catalog/types";
import { parseGpuIds } from "../endpoints/tokens";
import type { Endpoints } from "../endpoints/types";
import { PlatformError } from "../errors";
import type { Pods } from "../pods/operations";
import type { BilledRecord } from "./grouping";
import { type BillingGrouping, type BillingSource, type BillingSubject, NO_GPU, UNATTRIBUTED } from "./types";

/** The areas of the client that list the existing resources and the GPU types. */
export interface ResourceLookups {
  readonly pods: Pick<Pods, "list">;
  readonly endpoints: Pick<Endpoints, "list">;
  readonly catalog: Pick<Catalog, "gpuTypes">;
}

interface AttributionQuery {
  readonly subject: BillingSubject;
  readonly grouping: BillingGrouping;
  readonly gpuId: string | undefined;
  readonly sources: readonly BillingSource[];
  readonly signal: AbortSignal | undefined;
}

/**
 * Whether a resource passes the GPU filter. `gone`: unknown, because no source reports the GPU. `several`: unknown, because the
 * resource may have run on several GPU types.
 */
export type Match = "yes" | "no" | "gone" | "several";

/** The group of each resource's cost, and whether the resource passes the GPU filter. */
export interface Attribution {
  groupOf(resourceId: string): string;
  matchesGpu(resourceId: string): Match;
  /** Sentences about lookups that failed. The total of the bill is correct in any case. */
  readonly failures: readonly string[];
}

/**
 * Finds the GPUs of the billed resources. RunPod bills by resource and offers neither a grouping nor a GPU filter. So this
 * function reads the existing resources, then the bill itself, then the `sources`. The function reads a further source only for
 * resources whose GPU is still unknown.
 */
export async function attributionOf(
  query: AttributionQuery,
  lookups: ResourceLookups,
  bill: Promise<readonly BilledRecord[]>,
): Promise<Attribution> {
  const { subject, grouping, gpuId } = query;
  // RunPod bills an endpoint as a whole, so the pods that are its workers have no records.
  const ofWorkers = grouping === "podId" && subject !== "pods";
  const byResource = (id: string) => (ofWorkers ? UNATTRIBUTED : id);
  if (grouping !== "gpuId" && gpuId === undefined) {
    return { groupOf: byResource, matchesGpu: () => "yes", failures: [] };
  }
  const [live, records] = await Promise.all([liveGpus(query, lookups), bill]);
  const { gpus, failures } = await completed(live.gpus, records, query);
  return {
    groupOf: grouping === "gpuId" ? (id) => gpus.get(id) ?? UNATTRIBUTED : byResource,
    matchesGpu: (id) => {
      const gpu = gpus.get(id);
      if (gpuId === undefined) return "yes";
      return gpu === undefined ? "gone" : live.matches(gpu);
    },
    failures: [...live.failures, ...failures],
  };
}

async function completed(
  live: ReadonlyMap<string, string>,
  records: readonly BilledRecord[],
  { subject, sources, signal }: AttributionQuery,
): Promise<Pick<KnownGpus, "gpus" | "failures">> {
  const gpus = new Map([...withoutGpu(records), ...live]);
  const failures: string[] = [];
  if (subject === "networkVolumes") return { gpus, failures };
  for (const source of sources) {
    const ids = [...new Set(records.map(({ resourceId }) => resourceId))].filter((id) => !gpus.has(id));
    if (ids.length === 0) break;
    try {
      for (const [id, gpu] of await source.gpusOf({ subject, ids, signal })) {
        if (!gpus.has(id)) gpus.set(id, gpu || NO_GPU);
      }
    } catch (error) {
      signal?.throwIfAborted();
      failures.push(`${source.name} could not be read: ${messageOf(error)}`);
    }
  }
  return { gpus, failures };
}

/**
 * Returns the resources without a GPU: the bill has a CPU cost and no GPU cost for them. A stopped resource has neither cost,
 * so the bill proves nothing about it.
 */
function withoutGpu(records: readonly BilledRecord[]): Map<string, string> {
  const paid = (name: string) =>
    new Set(records.filter(({ amounts }) => (amounts[name] ?? 0) > 0).map((r) => r.resourceId));
  const gpu = paid("gpuAmount");
  return new Map([...paid("cpuAmount")].filter((id) => !gpu.has(id)).map((id) => [id, NO_GPU]));
}

interface KnownGpus {
  /** GPU group of each resource, by the id of the resource. */
  readonly gpus: ReadonlyMap<string, string>;
  readonly matches: (gpus: string) => Match;
  readonly failures: readonly string[];
}

/**
 * Reads the GPUs of existing resources. Failures become notes, because an API key may have access to the bill but not to the
 * resources.
 */
async function liveGpus(query: AttributionQuery, lookups: ResourceLookups): Promise<KnownGpus> {
  try {
    return await (query.subject === "pods" ? gpusOfPods(query, lookups) : gpusOfEndpoints(query, lookups));
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    // Without the lookup, the filter still applies to GPUs that a source reports.
    return { gpus: new Map(), matches: (gpu) => (gpu === query.gpuId ? "yes" : "no"), failures: [error.message] };
  }
}

async function gpusOfPods({ gpuId, signal }: AttributionQuery, { pods }: ResourceLookups): Promise<KnownGpus> {
  const all = await pods.list({ signal });
  return {
    gpus: new Map(all.map(({ id, gpu }) => [id, gpu?.id ?? NO_GPU])),
    matches: (gpu) => (gpu === gpuId ? "yes" : "no"),
    failures: [],
  };
}

async function gpusOfEndpoints({ gpuId, signal }: AttributionQuery, lookups: ResourceLookups): Promise<KnownGpus> {
  const needsTypes = gpuId !== undefined && !isPool(gpuId);
  const [all, types] = await Promise.all([
    lookups.endpoints.list({ signal }),
    needsTypes ? lookups.catalog.gpuTypes({ signal }) : [],
  ]);
  return {
    gpus: new Map(all.map(({ id, gpuIds }) => [id, gpuIds === "" ? NO_GPU : gpuIds])),
    matches: (gpuIds) => matchOfEndpoint(gpuIds, gpuId ?? "", types),
    failures: [],
  };
}

/**
 * Whether the name belongs to a pool and not to a GPU type. Names of pools have only capitals, digits and `_`; names of GPU
 * types contain spaces.
 */
function isPool(gpuId: string): boolean {
  return /^[A-Z0-9_]+$/.test(gpuId);
}

/**
 * Whether an endpoint's bill is for the given pool or GPU type. An endpoint may run on every type of its pools except the
 * excluded types. `several` means that the bill could be for more than one GPU type.
 */
function matchOfEndpoint(gpuIds: string, wanted: string, types: readonly GpuType[]): Match {
  const { pools, excludedTypes } = parseGpuIds(gpuIds);
  const typesOf = (pool: string) => {
    const all = types.filter((type) => type.pool === pool);
    // If the catalog has no GPU type of the pool, the name of the pool stands for its types.
    if (all.length === 0) return [pool];
    return all
      .filter(({ id, name }) => !excludedTypes.includes(id) && !excludedTypes.includes(name))
      .map(({ id }) => id);
  };
  const mayRunOn = isPool(wanted) ? pools : pools.flatMap(typesOf);
  if (!mayRunOn.includes(wanted)) return "no";
  return mayRunOn.every((one) => one === wanted) ? "yes" : "several";
}
