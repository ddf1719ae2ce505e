import * as z from "zod";
import { problems } from "../../http/problem";
import { withRule } from "../../http/validation";
import { containerRequest, cudaVersion, missingImage } from "../../records/container";
import { requestPlaces } from "./places";

const ofGpu = requestPlaces("gpu");
const anyScaling = z.strictObject(requestPlaces("scaling"));
const queueDelay = anyScaling.extend({ type: z.literal("QUEUE_DELAY"), queueDelay: z.number().min(0.5) });
const requestCount = anyScaling.extend({ type: z.literal("REQUEST_COUNT"), requestCount: z.int().min(1) });
const scaling = z.discriminatedUnion("type", [queueDelay, requestCount]);

const excludedTypes = unique(z.array(z.string().regex(/^\s*[^-\s]/)));
const pools = z.array(z.string()).min(1);

const createGpu = z.strictObject({
  pools,
  ...ofGpu,
  excludedTypes: excludedTypes.optional(),
  allowedCudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: cudaVersion.optional(),
});

const updateGpu = z
  .strictObject({
    pools: pools.optional(),
    ...ofGpu,
    excludedTypes: excludedTypes.optional(),
    allowedCudaVersions: z.array(cudaVersion).optional(),
    minCudaVersion: z.union([z.literal(""), cudaVersion]).optional(),
  })
  .refine((gpu) => gpu.excludedTypes === undefined || gpu.pools !== undefined, "excludedTypes requires pools");

const shared = {
  cpu: unique(z.array(z.strictObject({ id: z.string().min(1), vcpuCount: z.int().min(2) })).min(1)).optional(),
  workers: z.strictObject(requestPlaces("workers")).optional(),
  ...requestPlaces(""),
};

const create = containerRequest(
  {
    ...shared,
    name: z.string().min(1),
    type: z.enum(["QUEUE", "LOAD_BALANCER"]),
    scaling,
    gpu: createGpu.optional(),
    templateId: z.string().min(1).optional(),
  },
  missingImage,
);

export const createEndpointRequest = withRule(create, ({ type, scaling }) => {
  if (type === "LOAD_BALANCER" && scaling.type !== "REQUEST_COUNT")
    throw problems.invalid(["$.scaling.type: value must be one of 'REQUEST_COUNT'"]);
});

export const updateEndpointRequest = containerRequest({
  ...shared,
  name: z.string().min(1).optional(),
  scaling: scaling.optional(),
  gpu: updateGpu.optional(),
  templateId: z.string().optional(),
});

export type CreateEndpoint = ReturnType<typeof createEndpointRequest.parse>;
export type UpdateEndpoint = ReturnType<typeof updateEndpointRequest.parse>;

function unique<T extends z.ZodType<readonly unknown[]>>(list: T): T {
  return list.refine(
    (items) => new Set(items.map((item) => JSON.stringify(item))).size === items.length,
    "items must be unique",
  ) as T;
}
