import * as z from "zod";
import { containerRequest, cudaVersion, persistentMountRequest } from "../../records/container";
import { ownSettings } from "../../records/template";

const own = z
  .object({
    ...ownSettings,
    mounts: z.strictObject({ persistent: persistentMountRequest }),
    allowedCudaVersions: z.array(cudaVersion),
  })
  .partial().shape;

export const createTemplateRequest = containerRequest({ ...own, name: z.string().min(1) }, (body) =>
  Object.hasOwn(body, "image") ? [] : ["image"],
);

export const updateTemplateRequest = containerRequest({ ...own, name: z.string().min(1).optional() });

export type CreateTemplate = ReturnType<typeof createTemplateRequest.parse>;
export type UpdateTemplate = ReturnType<typeof updateTemplateRequest.parse>;
