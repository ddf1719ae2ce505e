import * as z from "zod";
import { containerSchema } from "../../pods/container";
import { id, optional, orUnset, type Parsed, texts } from "../../wire/fields";
import { fieldsIn } from "./places";

export const restEndpointSchema = z.object({
  id,
  type: orUnset(z.string(), () => "QUEUE"),
  ...containerSchema.shape,
  ...fieldsIn(""),
  requestUrls: optional(z.object({ health: optional(z.string()) })),
  gpu: optional(z.object({ pools: texts, excludedTypes: texts, ...fieldsIn("gpu") })),
  workers: z.object(fieldsIn("workers")),
  scaling: z.object({
    type: z.string(),
    queueDelay: optional(z.number()),
    requestCount: optional(z.number()),
    ...fieldsIn("scaling"),
  }),
  dataCenterIds: texts,
  createdAt: optional(z.string()),
});

/** An endpoint as REST v2 reports it, without the fields that RunPod does not document. */
export type RestEndpoint = Parsed<typeof restEndpointSchema>;
