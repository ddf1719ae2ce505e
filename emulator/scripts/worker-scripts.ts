import * as z from "zod";
import { podScript } from "./pod-scripts";

export const workerScript = podScript.omit({ answers: true }).extend({
  /**
   * `unhealthy`: the worker becomes UNHEALTHY instead of IDLE, and is replaced after a minute. `stuck`: the worker stays
   * INITIALIZING. `throttled`: the worker is THROTTLED without a host until a newer script changes this. `crash`: the worker is
   * RUNNING, but its container never starts. Each restart writes an error to its log, and the worker takes no job.
   * `throttled-crash`: like `crash`, but THROTTLED. `exit`: like `crash`, but its container starts, writes `log` and exits.
   */
  outcome: z.enum(["unhealthy", "stuck", "throttled", "crash", "throttled-crash", "exit"]).optional(),
  /** Milliseconds of the worker's initialization, including the pull of its image. Default: the time of all workers. */
  afterMs: z.number().min(0).optional(),
});

/** Outcome of the workers of endpoints that match by name or image. The newest matching script decides. */
export type WorkerScript = Readonly<z.infer<typeof workerScript>>;
