import type { Catalog } from "../catalog/types";
import type { EndpointTransport } from "../endpoints/transport";
import { PlatformError } from "../errors";
import type { Pods } from "../pods/types";
import { EndpointGpus, isPool } from "./endpoint-gpus";
import type { BilledRecord } from "./grouping";
import { NO_GPU, UNATTRIBUTED } from "./groupings";
import type { BillingGrouping, BillingSource, BillingSubject } from "./types";

/** Who knows what the resources of a bill are. */
export interface Witnesses {
  readonly pods: Pick<Pods, "list">;
  readonly endpoints: Pick<EndpointTransport, "list">;
  readonly catalog: Pick<Catalog, "gpuTypes">;
}

export interface Asked {
  readonly subject: BillingSubject;
  readonly grouping: BillingGrouping;
  readonly gpuId: string | undefined;
  readonly sources: readonly BillingSource[];
  readonly signal: AbortSignal | undefined;
}

/** Whether the GPU filter lets a resource pass; otherwise, where that cannot be told, why not. */
export type Match = "yes" | "no" | "gone" | "several";

/** Says of a resource which group its cost belongs to, and whether the GPU filter lets it pass. */
export interface Attribution {
  groupOf(resourceId: string): string;
  matchesGpu(resourceId: string): Match;
  /** What could not be looked up, in sentences. The bill is right all the same. */
  readonly refusals: readonly string[];
}

/**
 * The platform bills by resource and knows neither a grouping nor a GPU filter (contract section 10): both are looked
 * up among the resources that there are now, then in the bill itself, then in the sources. Each is asked only for what
 * is still unknown.
 */
export async function attributionOf(
  asked: Asked,
  witnesses: Witnesses,
  bill: Promise<readonly BilledRecord[]>,
): Promise<Attribution> {
  const { subject, grouping, gpuId } = asked;
  // The workers of an endpoint are pods of which the platform gives no bill.
  const ofWorkers = grouping === "podId" && subject !== "pods";
  const byResource = (id: string) => (ofWorkers ? UNATTRIBUTED : id);
  if (grouping !== "gpuId" && gpuId === undefined) {
    return { groupOf: byResource, matchesGpu: () => "yes", refusals: [] };
  }
  const [{ gpus: live, matches, refusal }, records] = await Promise.all([lookedUp(asked, witnesses), bill]);
  const { gpus, failures } = await completed(live, records, asked);
  return {
    groupOf: grouping === "gpuId" ? (id) => gpus.get(id) ?? UNATTRIBUTED : byResource,
    matchesGpu: (id) => {
      const has = gpus.get(id);
      if (gpuId === undefined) return "yes";
      return has === undefined ? "gone" : matches(has);
    },
    refusals: [...(refusal === undefined ? [] : [refusal]), ...failures],
  };
}

async function completed(
  live: ReadonlyMap<string, string>,
  records: readonly BilledRecord[],
  { subject, sources, signal }: Asked,
): Promise<{ readonly gpus: ReadonlyMap<string, string>; readonly failures: readonly string[] }> {
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
      failures.push(`${source.name} could not be read: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { gpus, failures };
}

/** What paid for CPUs and never for a GPU had none. What stood still all the time paid for neither. */
function withoutGpu(records: readonly BilledRecord[]): Map<string, string> {
  const paid = (name: string) =>
    new Set(records.filter(({ amounts }) => (amounts[name] ?? 0) > 0).map((r) => r.resourceId));
  const gpu = paid("gpuAmount");
  return new Map([...paid("cpuAmount")].filter((id) => !gpu.has(id)).map((id) => [id, NO_GPU]));
}

interface Known {
  /** By the resource's id, as groups name them. */
  readonly gpus: ReadonlyMap<string, string>;
  readonly matches: (gpus: string) => Match;
  readonly refusal: string | undefined;
}

/** A key that may read the bill and not the resources still gets the bill. */
async function lookedUp(asked: Asked, witnesses: Witnesses): Promise<Known> {
  try {
    const known = asked.subject === "pods" ? gpusOfPods(asked, witnesses) : gpusOfEndpoints(asked, witnesses);
    return { ...(await known), refusal: undefined };
  } catch (error) {
    if (!(error instanceof PlatformError) || error.retryable) throw error;
    // What a source knows of them is held against the filter all the same.
    return { gpus: new Map(), matches: (gpu) => (gpu === asked.gpuId ? "yes" : "no"), refusal: error.message };
  }
}

async function gpusOfPods({ gpuId, signal }: Asked, { pods }: Witnesses): Promise<Omit<Known, "refusal">> {
  const all = await pods.list({ signal });
  return {
    gpus: new Map(all.map(({ id, gpu }) => [id, gpu?.id ?? NO_GPU])),
    matches: (gpu) => (gpu === gpuId ? "yes" : "no"),
  };
}

async function gpusOfEndpoints({ gpuId, signal }: Asked, witnesses: Witnesses): Promise<Omit<Known, "refusal">> {
  const needsTypes = gpuId !== undefined && !isPool(gpuId);
  const [all, types] = await Promise.all([
    witnesses.endpoints.list({ signal }),
    needsTypes ? witnesses.catalog.gpuTypes({ signal }) : [],
  ]);
  return {
    gpus: new Map(all.map(({ id, gpuIds }) => [id, gpuIds === "" ? NO_GPU : gpuIds])),
    matches: (gpuIds) => new EndpointGpus(gpuIds).matches(gpuId ?? "", types),
  };
}
