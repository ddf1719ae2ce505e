import { type CustomResourceOptions, Output, Resource } from "@pulumi/pulumi";
import type { JobInputs } from "../../../kinds/job/job";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type JobArgs = Args<JobInputs>;

/** A job that has to complete before the deployment goes on: a smoke test, or a step of a promotion. */
export class Job extends DynamicResource {
  declare readonly endpointId: Output<string>;
  declare readonly input: Output<Record<string, unknown>>;
  declare readonly triggers: Output<unknown[] | undefined>;
  declare readonly timeout: Output<string | undefined>;
  declare readonly policy: Output<JobInputs["policy"]>;

  /** `COMPLETED`, unless a wait was broken off. */
  declare readonly status: Output<string>;
  /** What the handler returned, null for nothing. Secret where `input` holds outputs, any of which may be a secret. */
  declare readonly output: Output<unknown>;
  /** Milliseconds it waited for a worker. */
  declare readonly delayTime: Output<number | undefined>;
  /** Milliseconds of work. */
  declare readonly executionTime: Output<number | undefined>;

  constructor(name: string, args: JobArgs, options: CustomResourceOptions = {}) {
    // Whether an output is secret shows only later; a handler may well answer what it was asked.
    const secret = holdsOutput(args.input) ? ["output"] : [];
    const additionalSecretOutputs = [...(options.additionalSecretOutputs ?? []), ...secret];
    super({ kind: "Job", name, args, options: { ...options, additionalSecretOutputs } });
  }
}

function holdsOutput(value: unknown): boolean {
  if (Output.isInstance(value) || value instanceof Promise || Resource.isInstance(value)) return true;
  return typeof value === "object" && value !== null && Object.values(value).some(holdsOutput);
}
