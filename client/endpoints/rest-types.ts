import * as z from "zod";
import { containerSchema } from "../pods/container";
import { count, id, optional, orUnset, type Parsed, text, texts } from "../values/fields";

export const restEndpointSchema = z.object({
  id,
  name: text,
  type: orUnset(z.string(), () => "QUEUE"),
  ...containerSchema.shape,
  gpu: optional(z.object({ pools: texts, excludedTypes: texts, count: z.number().nullish() })),
  // A drain and a bill depend on these, so the client does not guess them.
  workers: z.object({ min: z.number(), max: z.number(), idleTimeout: optional(z.number()) }),
  scaling: z.object({ type: z.string(), queueDelay: optional(z.number()), requestCount: optional(z.number()) }),
  dataCenterIds: texts,
  networkVolumes: texts,
  timeout: count,
  flashboot: optional(z.string()),
});

/** An endpoint as REST v2 reports it, without the fields whose meaning is not documented. */
export type RestEndpoint = Parsed<typeof restEndpointSchema>;
