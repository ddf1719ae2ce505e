import * as z from "zod";

export const workerCapacity = z.strictObject({
  /** Id of a GPU pool. */
  pool: z.string().optional(),
  /** Id of a CPU flavor. */
  cpu: z.string().optional(),
  dataCenter: z.string().optional(),
  count: z.int().min(0),
});

/** Number of workers that fit into each matching place. The workers of all endpoints count. An omitted part matches all places. */
export type WorkerCapacity = Readonly<z.infer<typeof workerCapacity>>;
