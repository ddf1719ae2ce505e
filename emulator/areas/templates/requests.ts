import { z } from "zod";
import { containerRequest } from "../../http/validation";

const own = {
  mounts: z
    .strictObject({ persistent: z.strictObject({ size: z.int().min(10), path: z.string() }).optional() })
    .optional(),
  serverless: z.boolean().optional(),
  public: z.boolean().optional(),
  category: z.enum(["CPU", "NVIDIA", "AMD"]).optional(),
  startSsh: z.boolean().optional(),
  startJupyter: z.boolean().optional(),
  allowedCudaVersions: z.array(z.string().regex(/^\d+\.\d+$/)).optional(),
};

export const createTemplateRequest = containerRequest({ ...own, name: z.string().min(1) }, (body) =>
  Object.hasOwn(body, "image") ? [] : ["image"],
);

export const updateTemplateRequest = containerRequest({ ...own, name: z.string().min(1).optional() });

export type CreateTemplate = ReturnType<typeof createTemplateRequest.parse>;
export type UpdateTemplate = ReturnType<typeof updateTemplateRequest.parse>;
