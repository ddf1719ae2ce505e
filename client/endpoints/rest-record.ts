import * as z from "zod";
import { container } from "../pods/responses";
import { count, id, optional, text, texts } from "../values/fields";

/** An endpoint as REST v2 answers it (contract section 5.2), as far as the client knows what it means. */
export const restEndpointAnswer = z.object({
  id,
  name: text,
  type: z
    .string()
    .nullish()
    .transform((value) => value ?? "QUEUE"),
  ...container,
  gpu: optional(z.object({ pools: texts, excludedTypes: texts, count: z.number().nullish() })),
  // What a drain and a bill depend on is not guessed.
  workers: z.object({ min: z.number(), max: z.number(), idleTimeout: optional(z.number()) }),
  scaling: z.object({ type: z.string(), queueDelay: optional(z.number()), requestCount: optional(z.number()) }),
  dataCenterIds: texts,
  networkVolumes: texts,
  timeout: count,
  flashboot: optional(z.string()),
});

export type RestEndpoint = z.output<typeof restEndpointAnswer>;
