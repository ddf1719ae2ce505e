import { z } from "zod";

export const workerCapacity = z.strictObject({
  /** GPU pool id. */
  pool: z.string().optional(),
  /** CPU flavor id. */
  cpu: z.string().optional(),
  dataCenter: z.string().optional(),
  count: z.int().min(0),
});

/** How many workers fit into every cell that matches, of all endpoints together; an omitted part matches all. */
export type WorkerCapacity = Readonly<z.infer<typeof workerCapacity>>;
