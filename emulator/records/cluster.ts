import * as z from "zod";
import { changeRequest, composedRequest } from "../http/validation";
import { containerShape } from "./container";
import { type FieldsOf, field, fieldsOf } from "./fields";
import { mountsRequest } from "./pod-request";

const compute = z.strictObject({
  gpuTypeId: z.string().min(1),
  gpuCountPerPod: z.int().min(1),
  podCount: z.int().min(2).max(250),
});

export const clusterFields = fieldsOf({
  name: field(z.string().min(1), { create: "needed", update: "accepted" }),
  type: field(z.enum(["APPLICATION", "TRAINING", "SLURM", "RAY"]), { create: "needed" }),
  compute: field(compute, { create: "needed" }),
});

const { registry: _, ...container } = containerShape;

/** Settings that a template determines, so a body with a template must not contain them. */
export const templateSettings = [...Object.keys(container), "mounts"] as const;

/** Body of a new cluster. The body contains the settings of all member pods. Only a template can name a private registry. */
export const createClusterRequest = composedRequest(container, {
  ...clusterFields.sentBy("create"),
  templateId: z.string().min(1).optional(),
  dataCenterIds: z.array(z.string()).optional(),
  mounts: mountsRequest.optional(),
  startSsh: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
});

export const updateClusterRequest = changeRequest(clusterFields.sentBy("update"));

export type CreateCluster = ReturnType<typeof createClusterRequest.parse>;

/** A cluster. The member pods refer to their cluster. */
export interface Cluster extends FieldsOf<typeof clusterFields> {
  readonly id: string;
  /** Id of the template for the cluster's pods. */
  readonly template?: string | undefined;
  readonly dataCenterId: string;
  readonly network: { readonly cidr: string; readonly vxlanId: number; readonly vxlanPort: number };
  readonly createdAt: number;
}
