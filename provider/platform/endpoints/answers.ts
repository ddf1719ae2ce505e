import * as z from "zod";
import { listingOf } from "../listing";
import { ENDPOINT_DEFAULTS } from "./defaults";
import type { Endpoint } from "./transport";

const text = z
  .string()
  .nullish()
  .transform((value) => value ?? null);
const worker = z.object({ desiredStatus: z.string().nullish() });

/** A field the account's schema does not answer gets the platform's default */
const endpointAnswer: z.ZodType<Endpoint> = z
  .object({
    id: z.string().min(1),
    name: z
      .string()
      .nullish()
      .transform((value) => value ?? ""),
    gpuIds: z
      .string()
      .nullish()
      .transform((value) => value ?? ""),
    templateId: z
      .string()
      .nullish()
      .transform((value) => value ?? ""),
    type: z
      .string()
      .nullish()
      .transform((value) => value ?? ENDPOINT_DEFAULTS.type),
    idleTimeout: z
      .number()
      .nullish()
      .transform((value) => value ?? ENDPOINT_DEFAULTS.idleTimeout),
    locations: text,
    flashBootType: z
      .string()
      .nullish()
      .transform((value) => value ?? ENDPOINT_DEFAULTS.flashBootType),
    scalerType: z
      .string()
      .nullish()
      .transform((value) => value ?? ENDPOINT_DEFAULTS.scalerType),
    scalerValue: z
      .number()
      .nullish()
      .transform((value) => value ?? ENDPOINT_DEFAULTS.scalerValue),
    // What a drain and a bill depend on is not guessed.
    workersMin: z.number(),
    workersMax: z.number(),
    networkVolumeId: text,
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
