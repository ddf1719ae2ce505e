import type { ClientContext } from "../http/http";
import { JobOperations } from "./operations";
import { type CostEstimate, estimateCost, type PublicModel, publicModels } from "./public-prices";
import type { Job, JobInput } from "./types";

/**
 * Models RunPod runs for everyone: job operations by the model's id. RunPod bills the output; a failed
 * generation costs nothing, and is a `FAILED` job. It documents no health of a public endpoint.
 */
export class PublicEndpoints extends JobOperations {
  constructor(context: ClientContext) {
    super(context, "public");
  }

  /** The models on the price list this client knows: no operation lists them, so there may be others. Sends nothing. */
  models(): readonly PublicModel[] {
    return publicModels();
  }

  /**
   * The cost of a job before it runs, by the price list this client knows. `undefined` for a model that is not on it,
   * and if the input does not bound the output (a text without `max_tokens`). Sends nothing.
   */
  estimate(modelId: string, input: JobInput): CostEstimate | undefined {
    return estimateCost(modelId, input);
  }

  /** US dollars a finished job has cost, as RunPod reports it; 0 for a failed one; `undefined` without a report. */
  costOf({ status, output }: Job): number | undefined {
    if (status === "FAILED") return 0;
    // Text models wrap their one result into a list.
    const result: unknown = Array.isArray(output) ? output[0] : output;
    if (typeof result !== "object" || result === null || !("cost" in result)) return undefined;
    return typeof result.cost === "number" ? result.cost : undefined;
  }
}
