import type { ClientContext } from "../http/http";
import { JobOperations } from "./operations";
import { type CostEstimate, estimateCost, type PublicModel, publicModels } from "./public-prices";
import type { Job, JobInput } from "./types";

/**
 * Public endpoints: models that RunPod runs for everyone. Job operations take the id of a model. RunPod bills the output. A
 * failed generation is a `FAILED` job and costs nothing. RunPod documents no health of public endpoints.
 */
export class PublicEndpoints extends JobOperations {
  constructor(context: ClientContext) {
    super(context, "public");
  }

  /** Returns the models on the client's price list. RunPod cannot list its models, so more models may exist. Sends nothing. */
  models(): readonly PublicModel[] {
    return publicModels();
  }

  /**
   * Estimates the cost of a job from the client's price list. Returns `undefined` for a model that is not on the list, and
   * for an input that does not limit the output, such as a text without `max_tokens`. Sends nothing.
   */
  estimate(modelId: string, input: JobInput): CostEstimate | undefined {
    return estimateCost(modelId, input);
  }

  /**
   * Returns the cost of a finished job in US dollars, as RunPod reports it. 0 for a failed job, `undefined` if RunPod reports
   * no cost.
   */
  costOf({ status, output }: Job): number | undefined {
    if (status === "FAILED") return 0;
    // Text models return a list with one result.
    const result: unknown = Array.isArray(output) ? output[0] : output;
    if (typeof result !== "object" || result === null || !("cost" in result)) return undefined;
    return typeof result.cost === "number" ? result.cost : undefined;
  }
}
