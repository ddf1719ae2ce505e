import * as z from "zod";

/** Options of the emulator that a measurement may set. */
export const profile = z.strictObject({
  saveEndpoint: z.enum(["defaults", "merge", "replace"]).optional(),
  runningAtOnce: z.literal(true).optional(),
  stoppedCost: z.literal(true).optional(),
  staleAnswers: z.int().min(0).optional(),
  pageSize: z.int().min(1).max(1_000).optional(),
  streamShape: z.enum(["array", "object"]).optional(),
  releaseLag: z.int().min(0).optional(),
  retireGraphql: z.literal(true).optional(),
  unknownDelegation: z.literal("400").optional(),
  changingPorts: z.literal(true).optional(),
  streamHold: z.int().min(0).max(300_000).optional(),
  workerQuota: z.int().min(1).optional(),
  strictInterface: z.literal(true).optional(),
});
export type Profile = Readonly<z.infer<typeof profile>>;

const report = z.object({ live: z.object({ probes: z.array(z.object({ emulator: profile.optional() })) }) });

/** All measured differences in a report of `podwright doctor --live --output json`; `undefined` for another file. */
export function profileIn(document: unknown): Profile | undefined {
  const parsed = report.safeParse(document);
  if (!parsed.success) return undefined;
  return Object.assign({}, ...parsed.data.live.probes.map(({ emulator }) => emulator ?? {})) as Profile;
}
