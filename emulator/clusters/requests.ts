import { z } from "zod";
import { problems } from "../http/problem";
import { composedRequest, containerShape, request } from "../http/validation";
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

const update = request({ name: z.string().min(1).optional() });

export const updateClusterRequest = {
  parse(body: unknown) {
    const { name } = update.parse(body);
    if (name === undefined) throw problems.invalid(["$: minProperties, want 1"]);
    return { name };
  },
};

export type CreateCluster = ReturnType<typeof createClusterRequest.parse>;
