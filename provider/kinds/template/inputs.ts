import { z } from "zod";
import { TEMPLATE_CATEGORIES } from "../../../client";
import type { Marks } from "../../creating/naming";
import type { InputsDefinition } from "../../planning/check";
import { containerShape, persistentDeprecation, persistentMount, withoutEmptyMounts } from "../container";

const schema = z.strictObject({
  name: z.string().min(1).optional().describe("Default: the resource's name and a random suffix, kept across updates."),
  ...containerShape,
  mounts: z
    .strictObject({
      /** @deprecated The data does not survive the host. Give the pods a network volume. */
      persistent: persistentMount("GB, at least 10.")
        .optional()
        .describe("Deprecated by the platform. Disk on the pod's own host, for pods made from this template.")
        .meta(persistentDeprecation),
    })
    .optional()
    .describe("Storage of pods made from this template. Removing it replaces the template."),
  serverless: z
    .boolean()
    .optional()
    .describe("For endpoints instead of pods. A change replaces the template. Default false."),
  public: z.boolean().optional().describe("Visible to other accounts. Default false."),
  category: z.enum(TEMPLATE_CATEGORIES).optional().describe("For display. Default `NVIDIA`."),
  startSsh: z.boolean().optional().describe("Pods start an SSH server. Default true."),
  startJupyter: z.boolean().optional().describe("Pods start Jupyter. Default true."),
  allowedCudaVersions: z
    .array(z.string().regex(/^\d+\.\d+$/, "must be a version such as 12.4"))
    .optional()
    .describe("CUDA versions a host may have. Default: any."),
});

/** Inputs of a template: the wire's names. */
export type TemplateInputs = z.output<typeof schema> & Marks;

export const templateInputs: InputsDefinition = {
  schema,
  normalize: withoutEmptyMounts,
  rules: [
    {
      touches: ["serverless", "mounts"],
      judge: ({ serverless, mounts }) =>
        serverless === true && typeof mounts === "object" && mounts !== null && "persistent" in mounts
          ? { path: ["mounts", "persistent"], message: "serverless templates have no persistent mount" }
          : undefined,
    },
  ],
};
