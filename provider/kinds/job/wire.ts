import type { Job } from "../../../client";
import { present, type Values } from "../../values/values";
import { type JobInputs, jobDeclaration } from "./job";

/** Returns the outputs of a job. The state always has an `output`, and null means that the job returned nothing. */
export function jobOutputs(job: Pick<Job, "status"> & Partial<Job>, declared: Values): Values {
  const { status, output, delayTime, executionTime } = job;
  return { ...declared, status, output: output ?? null, ...present({ delayTime, executionTime }) };
}

/** Returns the recorded outputs of an unchanged job. */
export function recordedOutputs(state: Values, declared: Values): Values {
  const known = Object.keys(jobDeclaration.outputs.shape).flatMap((name) =>
    name in state ? [[name, state[name]]] : [],
  );
  return { ...declared, ...Object.fromEntries(known) };
}

/** Returns the options of the submission that the program sets. */
export function optionsOf({ policy = {}, webhook }: Pick<JobInputs, "policy" | "webhook">) {
  const given = present(policy);
  return { ...present({ webhook }), ...(Object.keys(given).length === 0 ? {} : { policy: given }) };
}
