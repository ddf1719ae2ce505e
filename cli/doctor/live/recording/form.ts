import * as z from "zod";

/** A response that RunPod gave, in the form of test/contract/recordings. A person adds `expect`: the client's reading of it. */
export const recording = z.looseObject({
  source: z.string().min(1),
  /** As exact as possible, such as `2026-08-20` or `2026-07`. */
  date: z.string().regex(/^\d{4}/),
  surface: z.enum(["rest-v1", "rest-v2", "graphql", "jobs", "public", "webhook"]),
  request: z.looseObject({ method: z.string(), path: z.string(), body: z.unknown().optional() }),
  response: z.looseObject({
    status: z.int(),
    headers: z.record(z.string(), z.string()).optional(),
    body: z.unknown().optional(),
    /** Replaces a `body` that is not JSON. */
    text: z.string().optional(),
  }),
  /** A `trimmed` recording lacks parts. */
  provenance: z.enum(["recorded", "trimmed", "quoted", "claimed"]),
  note: z.string(),
});

export type Recording = Readonly<z.infer<typeof recording>>;

/** The recordings in a file: one, or a list of them. */
export function recordingsIn(text: string): readonly Recording[] {
  const read = z.union([z.array(recording), recording.transform((one) => [one])]);
  return read.parse(JSON.parse(text));
}
