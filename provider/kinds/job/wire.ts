import type { Job } from "../../../client";
import { present, type Values } from "../../values/values";
import { type JobInputs, jobDeclaration } from "./job";

/** The outputs of a job. The state always has an `output`: null stands for none. */
export function jobOutputs(job: Pick<Job, "status"> & Partial<Job>, declared: Values): Values {
  const { status, output, delayTime, executionTime } = job;
  return { ...declared, status, output: output ?? null, ...present({ delayTime, executionTime }) };
}

/** The outputs of a job that has not changed. */
export function recordedOutputs(state: Values, declared: Values): Values {
  const known = Object.keys(jobDeclaration.outputs.shape).flatMap((name) =>
    name in state ? [[name, state[name]]] : [],
  );
  return { ...declared, ...Object.fromEntries(known) };
}

export function policyOf({ policy = {} }: Pick<JobInputs, "policy">) {
  const given = present(policy);
  return Object.keys(given).length === 0 ? {} : { policy: given };
}
