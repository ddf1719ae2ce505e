import { isFinished, type Job } from "../../../client";
import { requireMarker } from "../../planning/marker";
import { recordedOutputs } from "../../planning/projection";
import { unlessNotFound } from "../../session/not-found";
import type {
  DeleteRequest,
  Leftovers,
  ReadRequest,
  ReadResult,
  Resource,
  UpdateRequest,
} from "../../session/resource";
import type { Run } from "../../session/run";
import { createFailure, endOf, updateFailure } from "./failure";
import { type JobInputs, jobDeclaration } from "./job";
import { warnOfKilledRun } from "./killed-run";
import { hasEnded } from "./readiness";
import { waitUntilCompleted } from "./settle";
import { submitOnce } from "./submit";
import { jobOutputs } from "./wire";

async function create(run: Run, inputs: JobInputs) {
  await warnOfKilledRun(run, inputs);
  const submitted = await submitOnce(run, inputs);
  const { id, status = "IN_QUEUE" } = submitted;
  try {
    const job = await waitUntilCompleted(run, submitted, inputs);
    return { id, outputs: reportCompleted(run, job, inputs) };
  } catch (error) {
    // If the engine repeats the create in this process, the job runs again.
    if (endOf(error) !== undefined) run.created.delete(requireMarker(inputs));
    throw await createFailure(run, { id, inputs, status, error });
  }
}

/** RunPod has no list of jobs, and a job carries no marker. */
async function findLeftovers(): Promise<Leftovers> {
  return {
    created: [],
    similar: [],
    doubt: "RunPod does not list jobs, so the killed run may have submitted the job without a trace.",
  };
}

/**
 * Reads a job. RunPod removes an ended job within the hour, and Podwright does not count that as drift. After an
 * interrupted wait, `update` continues to wait, even if RunPod has removed the job.
 */
async function read(run: Run, { id, declared, state = {} }: ReadRequest): Promise<ReadResult> {
  if (declared === undefined) return await readById(run, id);
  const { endpointId } = declared as Partial<JobInputs>;
  if (!hasEnded(state.status) && endpointId !== undefined) {
    const job = await unlessNotFound(run.platform.jobs.status(endpointId, id, { signal: run.signal }));
    if (job !== undefined) return { inputs: declared, outputs: jobOutputs(job, declared) };
    // Only a look-up has no recorded status.
    if (state.status === undefined) return undefined;
  }
  return { inputs: declared, outputs: recordedOutputs(jobDeclaration, state, declared) };
}

/** Finds a job of which only the id is known. RunPod answers for a job only at its endpoint. */
async function readById(run: Run, id: string): Promise<ReadResult> {
  const { platform, signal } = run;
  for (const endpoint of await platform.endpoints.list({ signal })) {
    if (endpoint.type === "LB") continue;
    const job = await unlessNotFound(platform.jobs.status(endpoint.id, id, { signal }));
    if (job === undefined) continue;
    run.report(
      'RunPod does not return the input of a job, so Podwright reads this job, but cannot import it. To run a job, declare it: it runs on the next "pulumi up"',
    );
    return { inputs: {}, outputs: jobOutputs(job, { endpointId: endpoint.id }) };
  }
  return undefined;
}

async function update(run: Run, { id, news, state }: UpdateRequest<JobInputs>) {
  if (state.status === "COMPLETED") return { outputs: recordedOutputs(jobDeclaration, state, { ...news }) };
  try {
    return { outputs: reportCompleted(run, await waitUntilCompleted(run, { id }, news), news) };
  } catch (error) {
    throw updateFailure(run, { id, inputs: news, status: String(state.status ?? "IN_QUEUE"), error });
  }
}

function reportCompleted(run: Run, job: Job, inputs: JobInputs) {
  run.report(`job ${job.id} is COMPLETED`);
  return jobOutputs(job, { ...inputs });
}

/** An ended job needs no request, because it leaves nothing to remove. */
async function remove(run: Run, { id, inputs, state }: DeleteRequest<JobInputs>): Promise<void> {
  const { endpointId } = inputs;
  if (hasEnded(state.status) || endpointId === undefined) return;
  const job = await unlessNotFound(run.platform.jobs.cancel(endpointId, id, { signal: run.signal }));
  if (job !== undefined && isFinished(job)) run.report(`job ${id} is ${job.status}`);
}

export const job: Resource<JobInputs> = {
  ...jobDeclaration,
  create,
  findLeftovers,
  read,
  update,
  delete: remove,
};
