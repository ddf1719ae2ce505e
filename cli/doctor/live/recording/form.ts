import * as z from "zod";

/**
 * A response that RunPod gave, in the form of test/contract/recordings. A maintainer adds `expect`, which says how the
 * client reads the response.
 */
export const recording = z.looseObject({
  source: z.string().min(1),
  /** Date of the recording, such as `2026-08-20` or `2026-07`. */
  date: z.string().regex(/^\d{4}/),
  surface: z.enum(["rest-v1", "rest-v2", "graphql", "jobs", "public", "webhook"]),
  request: z.looseObject({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
  response: z.looseObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    /** The body, if it is not JSON. The recording then has no `body`. */
    text: z.string().optional(),
  }),
  /** The origin of the recording. `trimmed` means that the recording lacks parts of the response. */
  provenance: z.enum(["recorded", "trimmed", "quoted", "claimed"]),
  note: z.string(),
});

export type Recording = Readonly<z.infer<typeof recording>>;

/** A file contains one recording or a list of recordings. */
export function recordingsIn(text: string): readonly Recording[] {
  const read = z.union([z.array(recording), recording.transform((one) => [one])]);
  return read.parse(JSON.parse(text));
}
