import type { Pod } from "../../../../client";
import { replaceIt } from "../../../lifecycle/unfinished";
import type { Run } from "../../../session/run";
import { accepts, placementOf } from "../placement";
import type { PodInputs } from "../pod";

/**
 * Warns if RunPod created the pod outside the declared data centers. Podwright keeps the pod, because a new pod could
 * be there, too.
 */
export function warnOfPlace(run: Run, inputs: PodInputs, pod: Pod): void {
  const { dataCenterId, ...hardware } = placementOf(pod);
  if (dataCenterId === undefined || accepts(inputs, { ...hardware, dataCenterId }) || !accepts(inputs, hardware))
    return;
  run.warn(
    `RunPod placed pod ${pod.id} in ${dataCenterId}, which dataCenterIds does not list: RunPod treats dataCenterIds as a preference. ` +
      "Podwright leaves the pod there and reports no drift for it. Remove the pod from the program if it must not run there. " +
      `${replaceIt(run, "pod")} as soon as a listed data center has capacity.`,
  );
}
