import type { Job, JobInput, Jobs } from "../jobs/types";
import type { CostEstimate, PublicModel } from "./prices";

/**
 * Models the platform runs for everyone (contract section 15): job operations by the model's id. Usage is billed by
 * what comes out; a failed generation costs nothing, and is a `FAILED` job.
 */
export interface PublicEndpoints
  extends Pick<Jobs, "run" | "runsync" | "status" | "stream" | "cancel" | "retry" | "submit" | "track"> {
  /** The models on the price list this client knows: no operation lists them, so there may be others. Sends nothing. */
  models(): readonly PublicModel[];
  /**
   * What a job would cost by the price list this client knows, before it is run. `undefined` for a model that is not on
   * it, and where the input does not tell (a text without `max_tokens`). Sends nothing.
   */
  estimate(modelId: string, input: JobInput): CostEstimate | undefined;
  /** US dollars the platform says a finished job has cost; 0 for a failed one; `undefined` when it does not say. */
  costOf(job: Job): number | undefined;
}
