import * as z from "zod";
import { newer, request } from "../http/validation";
import { clouds } from "../stock/hardware";
import { containerRequest, cudaVersion, missingImage, persistentMountRequest } from "./container";
import { podActions, podFields } from "./pod";

export const mountsRequest = z.strictObject({
  persistent: persistentMountRequest,
  network: z
    .array(z.strictObject({ volumeId: z.string(), path: z.string() }))
    .max(1)
    .optional(),
});

const gpu = z.strictObject({
  id: z.string(),
  count: z.int().min(1).optional(),
  allowedCudaVersions: newer(z.array(cudaVersion).optional()),
  minCudaVersion: newer(cudaVersion.optional()),
  minRamPerGpu: newer(z.int().min(1).optional()),
  minVcpuCountPerGpu: newer(z.int().min(1).optional()),
});

export const createPodRequest = containerRequest(
  {
    name: z.string().min(1),
    mounts: mountsRequest.optional(),
    gpu: gpu.optional(),
    cpu: z.strictObject({ id: z.string().min(1), vcpuCount: z.int().min(2) }).optional(),
    cloud: z.enum(clouds).optional(),
    dataCenterIds: z.array(z.string()).optional(),
    globalNetworking: z.boolean().optional(),
    templateId: newer(z.string().min(1).optional()),
    startSsh: newer(z.boolean().optional()),
    startJupyter: newer(z.boolean().optional()),
    ...podFields.sentBy("create"),
  },
  missingImage,
);

export const updatePodRequest = containerRequest({
  name: z.string().min(1).optional(),
  mounts: mountsRequest.optional(),
  ...podFields.sentBy("update"),
  globalNetworking: z.boolean().optional(),
  templateId: newer(z.string().optional()),
});

export const podActionRequest = request({ action: z.enum(podActions) });

export type CreatePod = ReturnType<typeof createPodRequest.parse>;
export type UpdatePod = ReturnType<typeof updatePodRequest.parse>;
