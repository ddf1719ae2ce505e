import type { BillingGrouping, BillingSubject } from "../billing";
import type { Catalog } from "../catalog";
import type { EndpointTransport } from "../endpoints/transport";
import { PlatformError } from "../errors";
import type { Pods } from "../pods";
import { EndpointGpus, isPool } from "./endpoint-gpus";
import { NO_GPU, UNATTRIBUTED } from "./groupings";

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
  readonly signal: AbortSignal | undefined;
}

/** Whether the GPU filter lets a resource pass; otherwise, where that cannot be told, why not. */
export type Match = "yes" | "no" | "gone" | "several";

/** Says of a resource which group its cost belongs to, and whether the GPU filter lets it pass. */
export interface Attribution {
  groupOf(resourceId: string): string;
  matchesGpu(resourceId: string): Match;
  /** Why nothing could be looked up, in the platform's words. The bill is right all the same. */
  readonly refusal: string | undefined;
}

/**
 * The platform bills by resource and knows neither a grouping nor a GPU filter (contract section 10): both are looked
 * up among the resources that there are now. Nothing is asked when nothing needs it.
 */
export async function attributionOf(asked: Asked, witnesses: Witnesses): Promise<Attribution> {
  const { subject, grouping, gpuId } = asked;
  // The workers of an endpoint are pods of which the platform gives no bill.
  const ofWorkers = grouping === "podId" && subject !== "pods";
  const byResource = (id: string) => (ofWorkers ? UNATTRIBUTED : id);
  if (grouping !== "gpuId" && gpuId === undefined) {
    return { groupOf: byResource, matchesGpu: () => "yes", refusal: undefined };
  }
  const { gpus, matches, refusal } = await lookedUp(asked, witnesses);
  return {
    groupOf: grouping === "gpuId" ? (id) => gpus.get(id) ?? UNATTRIBUTED : byResource,
    matchesGpu: (id) => {
      const has = gpus.get(id);
      if (gpuId === undefined) return "yes";
      return has === undefined ? "gone" : matches(has);
    },
    refusal,
  };
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
    return { gpus: new Map(), matches: () => "gone", refusal: error.message };
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
