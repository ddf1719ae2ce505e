import type { Job } from "../../../client";
import { present, type Values } from "../../planning/values";
import { type JobInputs, jobDeclaration } from "./job";

/** A job as its outputs tell it. Whether there is an output yet or not, there is one in the state: null is none. */
export function jobOutputs(job: Pick<Job, "status"> & Partial<Job>, declared: Values): Values {
  const { status, output, delayTime, executionTime } = job;
  return { ...declared, status, output: output ?? null, ...present({ delayTime, executionTime }) };
}

/** The same of a job that is as it was. */
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
