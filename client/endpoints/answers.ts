import * as z from "zod";
import { listingOf } from "../collection/listing";
import { nullableText, optional, text } from "../values/fields";
import type { Endpoint } from "./transport";

const worker = z.object({ desiredStatus: z.string().nullish() });

/** A field that the account's schema does not report stays unknown: an update must not send an invented value for it. */
const endpointAnswer: z.ZodType<Endpoint> = z
  .object({
    id: z.string().min(1),
    name: text,
    gpuIds: text,
    templateId: text,
    type: optional(z.string()),
    idleTimeout: optional(z.number()),
    locations: nullableText,
    flashBootType: optional(z.string()),
    scalerType: optional(z.string()),
    scalerValue: optional(z.number()),
    // What a drain and a bill depend on is not guessed.
    workersMin: z.number(),
    workersMax: z.number(),
    networkVolumeId: nullableText,
    pods: z.array(worker).nullish(),
  })
  .transform(({ pods, ...endpoint }) => ({
    ...endpoint,
    workers: (pods ?? []).filter(({ desiredStatus }) => desiredStatus === "RUNNING").length,
  }));

export const listAnswer = z.object({
  data: z.object({ myself: z.object({ endpoints: listingOf(endpointAnswer) }) }),
});

export const savedAnswer = z.object({ data: z.object({ saveEndpoint: endpointAnswer }) });
