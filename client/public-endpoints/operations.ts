import { JobOperations, type JobOperationsOptions } from "../jobs/operations";
import type { Job, JobInput } from "../jobs/types";
import { type CostEstimate, estimateCost, type PublicModel, publicModels } from "./prices";
import type { PublicEndpoints } from "./types";

/** The job operations with the key as a bearer, and what is known about prices. */
export class PublicOperations extends JobOperations implements PublicEndpoints {
  constructor(options: Omit<JobOperationsOptions, "surface">) {
    super({ ...options, surface: "public" });
  }

  models(): readonly PublicModel[] {
    return publicModels();
  }

  estimate(modelId: string, input: JobInput): CostEstimate | undefined {
    return estimateCost(modelId, input);
  }

  costOf({ status, output }: Job): number | undefined {
    if (status === "FAILED") return 0;
    // Text models wrap their one result into a list.
    const result: unknown = Array.isArray(output) ? output[0] : output;
    if (typeof result !== "object" || result === null || !("cost" in result)) return undefined;
    return typeof result.cost === "number" ? result.cost : undefined;
  }
}
