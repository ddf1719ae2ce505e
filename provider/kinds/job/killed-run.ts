import { asCalled } from "../../../kernel/as-called";
import { requireMarker } from "../../planning/marker";
import type { Run } from "../../session/run";
import type { JobInputs } from "./job";

/**
 * Warns if a killed run may have submitted this job already. RunPod neither lists jobs nor accepts a key against a
 * second submission, so Podwright cannot know it.
 */
export async function warnOfKilledRun(run: Run, inputs: JobInputs): Promise<void> {
  const { recorded, stack, signal, name } = run;
  const marker = requireMarker(inputs);
  if (recorded === undefined || stack === undefined || run.created.has(marker)) return;
  const pending = await recorded.pending(stack, signal).catch(() => {
    // The warning is not worth a failed job.
    signal.throwIfAborted();
    return [];
  });
  // Pulumi records the creation in progress as pending, too.
  const killed = pending.filter((one) => one.kind === "Job" && one.name === name && one.marker !== marker);
  if (killed.length === 0) return;
  run.warn(
    `job ${name} may run twice: a killed run may have submitted it to endpoint ${inputs.endpointId}, and RunPod does not list jobs. ` +
      `"${asCalled(`podwright jobs health ${inputs.endpointId}`)}" shows how many jobs wait and run. "${asCalled("podwright recover")}" removes Pulumi's entry of the killed run, and then this warning no longer appears`,
  );
}
