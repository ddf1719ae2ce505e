import * as z from "zod";
import type { Recording } from "../../cli/doctor/recording/recording";

/** The form of the files in `recordings/`. A file may also say how client and emulator treat the response. */
const recording: z.ZodType<Recording> = z.looseObject({
  source: z.string().min(1),
  date: z.string().regex(/^\d{4}/),
  surface: z.enum(["rest-v1", "rest-v2", "graphql", "jobs", "public", "webhook"]),
  request: z.looseObject({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
  response: z.looseObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    text: z.string().optional(),
  }),
  provenance: z.enum(["recorded", "trimmed", "quoted", "claimed"]),
  note: z.string(),
});

/** A file contains one recording or a list of recordings. */
export function recordingsIn(text: string): readonly Recording[] {
  return z.union([z.array(recording), recording.transform((one) => [one])]).parse(JSON.parse(text));
}
