import * as z from "zod";
import { containerRequest, cudaVersion, persistentMountRequest } from "../../records/container";
import { templateFields } from "../../records/template";

const settings = z
  .object({
    ...templateFields.shape,
    mounts: z.strictObject({ persistent: persistentMountRequest }),
    allowedCudaVersions: z.array(cudaVersion),
  })
  .partial().shape;
const own = templateFields.marked(settings);

export const createTemplateRequest = containerRequest({ ...own, name: z.string().min(1) }, (body) =>
  Object.hasOwn(body, "image") ? [] : ["image"],
);

export const updateTemplateRequest = containerRequest({ ...own, name: z.string().min(1).optional() });

export type CreateTemplate = ReturnType<typeof createTemplateRequest.parse>;
export type UpdateTemplate = ReturnType<typeof updateTemplateRequest.parse>;
