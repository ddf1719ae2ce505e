import type { Platform } from "../../provider/platform";
import type { Question } from "./query";

/** The group of what cannot be attributed: the resource is no more, or the platform does not tell. */
export const UNATTRIBUTED = "unattributed";
/** The group of what runs without a GPU. */
export const NO_GPU = "none";

/** Says of a resource which group its cost belongs to, and whether the GPU filter lets it pass. */
export interface Attribution {
  groupOf(resourceId: string): string;
  /** `undefined` when it cannot be told. */
  matchesGpu(resourceId: string): boolean | undefined;
}

/**
 * The platform bills by resource and knows neither a grouping nor a GPU filter (contract section 10): both are looked
 * up among the resources that there are now. Nothing is asked when nothing needs it.
 */
export async function attributionOf(question: Question, platform: Platform, signal: AbortSignal): Promise<Attribution> {
  const { subject, grouping, gpuId } = question;
  if (grouping !== "gpuId" && gpuId === undefined) return byResource(grouping === "podId" && subject.name !== "pods");
  const gpus = subject.name === "pods" ? await gpusOfPods(platform, signal) : await poolsOfEndpoints(platform, signal);
  const wanted = subject.name === "serverless" && gpuId !== undefined ? await poolOf(gpuId, platform, signal) : gpuId;
  const resource = byResource(grouping === "podId" && subject.name !== "pods");
  return {
    groupOf: grouping === "gpuId" ? (id) => gpus.get(id) ?? UNATTRIBUTED : resource.groupOf,
    matchesGpu: (id) => (wanted === undefined ? true : includesGpu(gpus.get(id), wanted)),
  };
}

/** The workers of an endpoint are pods of which the platform gives no bill. */
function byResource(ofWorkers: boolean): Attribution {
  return { groupOf: (id) => (ofWorkers ? UNATTRIBUTED : id), matchesGpu: () => true };
}

async function gpusOfPods({ pods }: Platform, signal: AbortSignal): Promise<Map<string, string>> {
  const all = await pods.list({ signal });
  return new Map(all.map(({ id, gpu }) => [id, gpu?.id ?? NO_GPU]));
}

/** An endpoint may run on several pools, and the bill does not tell which of them it was. */
async function poolsOfEndpoints({ endpoints }: Platform, signal: AbortSignal): Promise<Map<string, string>> {
  const all = await endpoints.list({ signal });
  return new Map(all.map(({ id, gpuIds }) => [id, gpuIds === "" ? NO_GPU : gpuIds]));
}

/** Endpoints name pools. A GPU type is looked up in the catalog; what is not in it is taken for a pool's name. */
async function poolOf(gpuId: string, { catalog }: Platform, signal: AbortSignal): Promise<string> {
  if (/^[A-Z0-9_]+$/.test(gpuId)) return gpuId;
  const types = await catalog.gpuTypes({ signal });
  return types.find(({ id }) => id === gpuId)?.pool ?? gpuId;
}

function includesGpu(gpus: string | undefined, wanted: string): boolean | undefined {
  return gpus?.split(",").some((one) => one.trim() === wanted);
}
