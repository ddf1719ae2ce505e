import type { Job } from "../../../client";
import { asCalled } from "../../../kernel/as-called";
import { messageOf } from "../../../kernel/plain-text";
import { graceMs } from "../../creating/creation";
import { requireMarker } from "../../planning/marker";
import { OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { mayHaveHadEffect } from "../../session/unconfirmed-creates";
import type { JobInputs } from "./job";
import { optionsOf } from "./wire";

/** Submits the job once in this process, and returns the accepted job. */
export async function submitOnce(run: Run, inputs: JobInputs): Promise<Pick<Job, "id"> & Partial<Job>> {
  const marker = requireMarker(inputs);
  const earlier = run.created.get(marker);
  if (earlier !== undefined) return { id: earlier };
  const job = await submit(run, inputs);
  run.created.set(marker, job.id);
  return job;
}

async function submit(run: Run, inputs: JobInputs): Promise<Job> {
  const { endpointId, input } = inputs;
  // A dead engine could not record the job.
  run.signal.throwIfAborted();
  try {
    return await run.platform.jobs.run(endpointId, input, { ...optionsOf(inputs), signal: run.signal, graceMs });
  } catch (error) {
    if (!mayHaveHadEffect(error)) throw error;
    throw new OperationError(
      `RunPod did not confirm that it accepted the job for endpoint ${endpointId}: ${messageOf(error)} ` +
        "RunPod has no list of jobs, so Podwright can neither find it nor submit it again: if RunPod accepted the job, it runs outside the state. " +
        `Before the next "pulumi up", which submits the job again, check the endpoint's jobs: ${asCalled(`podwright jobs health ${endpointId}`)}`,
    );
  }
}
