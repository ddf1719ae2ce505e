import { z } from "zod";
import { containerRequest, missingImage, request } from "../../http/validation";

const cudaVersion = z.string().regex(/^\d+\.\d+$/);

export const mountsRequest = z.strictObject({
  persistent: z.strictObject({ size: z.int().min(10), path: z.string() }).optional(),
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
});

export const createPodRequest = containerRequest(
  {
    name: z.string().min(1),
    mounts: mountsRequest.optional(),
    gpu: gpu.optional(),
    cpu: z.strictObject({ id: z.string().min(1), vcpuCount: z.int().min(2) }).optional(),
    cloud: z.enum(["SECURE", "COMMUNITY"]).optional(),
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
  locked: z.boolean().optional(),
  globalNetworking: z.boolean().optional(),
  templateId: z.string().optional(),
});

export const podActionRequest = request({ action: z.enum(["start", "stop", "restart", "terminate"]) });

export type CreatePod = ReturnType<typeof createPodRequest.parse>;
export type UpdatePod = ReturnType<typeof updatePodRequest.parse>;
