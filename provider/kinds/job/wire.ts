import type { Job } from "../../../client";
import { present, type Values } from "../../../kernel/values";
import type { JobInputs } from "./job";

/** Returns the outputs of a job. The state always has an `output`, and null means that the job returned nothing. */
export function jobOutputs(job: Pick<Job, "status"> & Partial<Job>, declared: Values): Values {
  const { status, output, delayTime, executionTime } = job;
  return { ...declared, status, output: output ?? null, ...present({ delayTime, executionTime }) };
}

/** Returns the options of the submission that the program sets. */
export function optionsOf({ policy = {}, webhook }: Pick<JobInputs, "policy" | "webhook">) {
  const given = present(policy);
  return { ...present({ webhook }), ...(Object.keys(given).length === 0 ? {} : { policy: given }) };
}
