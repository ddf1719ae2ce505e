import * as z from "zod";
import { changeRequest, composedRequest } from "../http/validation";
import { containerShape } from "./container";
import { mountsRequest } from "./pod-request";

const { registry: _, ...container } = containerShape;

/** Settings that a template determines, so a body with a template must not contain them. */
export const templateSettings = [...Object.keys(container), "mounts"] as const;

/** Body of a new cluster. The body contains the settings of all member pods. Only a template can name a private registry. */
export const createClusterRequest = composedRequest(container, {
  name: z.string().min(1),
  type: z.enum(["APPLICATION", "TRAINING", "SLURM", "RAY"]),
  compute: z.strictObject({
    gpuTypeId: z.string().min(1),
    gpuCountPerPod: z.int().min(1),
    podCount: z.int().min(2).max(250),
  }),
  templateId: z.string().min(1).optional(),
  dataCenterIds: z.array(z.string()).optional(),
  mounts: mountsRequest.optional(),
  startSsh: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
});

export const updateClusterRequest = changeRequest({ name: z.string().min(1).optional() });

export type CreateCluster = ReturnType<typeof createClusterRequest.parse>;
