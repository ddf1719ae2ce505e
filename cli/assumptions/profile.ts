import * as z from "zod";

/** Options of the emulator that a measurement may set. */
export const profile = z.strictObject({
  saveEndpoint: z
    .enum(["defaults", "merge", "replace"])
    .optional()
    .describe("How `saveEndpoint` treats omitted fields."),
  runningAtOnce: z
    .literal(true)
    .optional()
    .describe("If true, the emulator shows pods as RUNNING before their container runs."),
  stoppedCost: z
    .literal(true)
    .optional()
    .describe("If true, the emulator reports the price of a stopped pod in its cost."),
  staleAnswers: z
    .int()
    .min(0)
    .optional()
    .describe("Number of responses that still show a pod's previous run after an update or action."),
  pageSize: z.int().min(1).max(1_000).optional().describe("Largest number of items on a page of a list."),
  streamShape: z.enum(["array", "object"]).optional().describe("Shape of a job's stream."),
  releaseLag: z
    .int()
    .min(0)
    .optional()
    .describe("Milliseconds that a resource stays in use after the deletion of its last user."),
  retireGraphql: z
    .literal(true)
    .optional()
    .describe("If true, the emulator answers every GraphQL request with status 410."),
  jobsWithoutWorkers: z
    .literal("queue")
    .optional()
    .describe("If `queue`, an endpoint whose `workersMax` is 0 accepts jobs, which wait."),
  unknownDelegation: z.literal("400").optional().describe("Status of the response if a delegation is unknown."),
  changingPorts: z
    .literal(true)
    .optional()
    .describe("If true, the emulator gives a pod other public ports at each start."),
  streamHold: z.int().min(0).max(300_000).optional().describe("Milliseconds that a job's stream waits for a chunk."),
  workerQuota: z
    .int()
    .min(1)
    .optional()
    .describe("Highest sum of `workersMax` that the emulator accepts over all endpoints."),
  strictInterface: z
    .literal(true)
    .optional()
    .describe("If true, the emulator serves only the interface that RunPod published first."),
});
export type Profile = Readonly<z.infer<typeof profile>>;

const report = z.object({ live: z.object({ probes: z.array(z.object({ emulator: profile.optional() })) }) });

/**
 * Returns all measured differences in a report of `podwright doctor --live --output json`; `undefined` for another
 * file.
 */
export function profileIn(document: unknown): Profile | undefined {
  const parsed = report.safeParse(document);
  if (!parsed.success) return undefined;
  return Object.assign({}, ...parsed.data.live.probes.map(({ emulator }) => emulator ?? {})) as Profile;
}
