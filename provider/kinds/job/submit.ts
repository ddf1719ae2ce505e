import type { Job } from "../../../client";
import { graceMs } from "../../creating/grace";
import { nonceOf } from "../../creating/marker";
import { mayHaveHadEffect } from "../../creating/unconfirmed-creates";
import { messageOf, OperationError } from "../../operations/errors";
import type { Run } from "../../operations/run";
import type { JobInputs } from "./job";
import { policyOf } from "./wire";

/** The job as the platform accepted it. One that this process has submitted before is not submitted twice. */
export async function submitOnce(run: Run, inputs: JobInputs): Promise<Pick<Job, "id"> & Partial<Job>> {
  const nonce = nonceOf(inputs);
  const earlier = run.created.get(nonce);
  if (earlier !== undefined) return { id: earlier };
  const job = await submit(run, inputs);
  run.created.set(nonce, job.id);
  return job;
}

async function submit(run: Run, inputs: JobInputs): Promise<Job> {
  const { endpointId, input } = inputs;
  // Nothing is started for an engine that is no longer there to record it.
  run.signal.throwIfAborted();
  try {
    return await run.platform.jobs.run(endpointId, input, { ...policyOf(inputs), signal: run.signal, graceMs });
  } catch (error) {
    if (!mayHaveHadEffect(error)) throw error;
    throw new OperationError(
      `the platform did not say whether it took the job for endpoint ${endpointId}: ${messageOf(error)} ` +
        "It lists no jobs, so this one cannot be looked for, and it is not submitted a second time: if it was taken, it runs unseen. " +
        `Before the next "pulumi up", which submits it, look at what the endpoint has to do: podwright jobs health ${endpointId}`,
    );
  }
}
