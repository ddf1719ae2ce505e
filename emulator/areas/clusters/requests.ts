import { z } from "zod";
import { changeRequest, composedRequest } from "../../http/validation";
import { containerShape } from "../container";
import { mountsRequest } from "../pods/requests";

const { registry: _, ...container } = containerShape;

/** Includes the settings of every member pod, except a private registry. */
export const createClusterRequest = composedRequest(container, {
  name: z.string().min(1),
  type: z.enum(["APPLICATION", "TRAINING", "SLURM", "RAY"]),
  compute: z.strictObject({
    gpuTypeId: z.string().min(1),
    gpuCountPerPod: z.int().min(1),
    podCount: z.int().min(2).max(250),
  }),
  dataCenterIds: z.array(z.string()).optional(),
  mounts: mountsRequest.optional(),
  startSsh: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
});

export const updateClusterRequest = changeRequest({ name: z.string().min(1).optional() });

export type CreateCluster = ReturnType<typeof createClusterRequest.parse>;
