import { z } from "zod";
import { request } from "../../http/validation";
import { clouds } from "../catalog/data";
import { containerRequest, cudaVersion, missingImage, persistentMountRequest } from "../container/container";
import { podActions, podScalars } from "./record";

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
  allowedCudaVersions: z.array(cudaVersion).optional(),
  minCudaVersion: cudaVersion.optional(),
  minRamPerGpu: z.int().min(1).optional(),
  minVcpuCountPerGpu: z.int().min(1).optional(),
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
    templateId: z.string().min(1).optional(),
    startSsh: z.boolean().optional(),
    startJupyter: z.boolean().optional(),
  },
  missingImage,
);

export const updatePodRequest = containerRequest({
  name: z.string().min(1).optional(),
  mounts: mountsRequest.optional(),
  ...podScalars.partial().shape,
  globalNetworking: z.boolean().optional(),
  templateId: z.string().optional(),
});

export const podActionRequest = request({ action: z.enum(podActions) });

export type CreatePod = ReturnType<typeof createPodRequest.parse>;
export type UpdatePod = ReturnType<typeof updatePodRequest.parse>;
