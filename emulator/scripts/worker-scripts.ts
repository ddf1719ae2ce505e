import { z } from "zod";
import { podScript } from "./pod-scripts";

export const workerScript = podScript.omit({ answers: true }).extend({
  /**
   * `unhealthy`: UNHEALTHY instead of IDLE, and replaced after a minute. `stuck`: never leaves INITIALIZING.
   * `throttled`: THROTTLED, without a host, until a newer script changes it. `crash`: RUNNING, but its container never
   * starts, and each restart writes an error into its log; it takes no job. `throttled-crash`: like `crash`, but
   * THROTTLED. `exit`: like `crash`, but its container starts, writes `log`, and exits.
   */
  outcome: z.enum(["unhealthy", "stuck", "throttled", "crash", "throttled-crash", "exit"]).optional(),
  /** How long it initializes, image included, instead of the time that all workers take. */
  afterMs: z.number().min(0).optional(),
});

/** The outcome of the workers of endpoints that match by name or image; the newest match decides. */
export type WorkerScript = Readonly<z.infer<typeof workerScript>>;
