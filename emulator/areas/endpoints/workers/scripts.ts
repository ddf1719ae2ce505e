import { z } from "zod";
import { podScript } from "../../pods/scripts";

export const workerScript = podScript.omit({ answers: true }).extend({
  /**
   * `unhealthy`: UNHEALTHY instead of IDLE, and replaced after a minute. `stuck`: never leaves INITIALIZING. `throttled`: THROTTLED, without a host, until
   * a newer script says otherwise. `crash`: RUNNING, but its container never starts, as its log says again with each of its
   * restarts; it takes no job. `throttled-crash`: the same, and THROTTLED all the while. `exit`: as `crash`, but its container
   * starts, writes `log`, and exits.
   */
  outcome: z.enum(["unhealthy", "stuck", "throttled", "crash", "throttled-crash", "exit"]).optional(),
  /** How long it initializes, image included, instead of the time that all workers take. */
  afterMs: z.number().min(0).optional(),
});

/** The outcome of the workers of endpoints that match by name or image; the newest match decides. */
export type WorkerScript = Readonly<z.infer<typeof workerScript>>;
