import { problems } from "../../http/problem";
import type { Call } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { release } from "../../platform/usage";
import type { Pod, PodAction } from "../../records/pod";
import { actionsOf, beginContainer, exit, force, placeOf, takePlace, unitsOf } from "./states";

/** Runs an action. If the pod's status does not allow the action, throws a 409 and changes nothing. */
export function act(
  platform: Platform,
  pod: Pod,
  action: PodAction,
  { noCapacity, withoutEffect }: Pick<Call, "noCapacity" | "withoutEffect">,
): void {
  if (!actionsOf(platform, pod).includes(action)) throw problems.conflict(refusal(pod, action));
  if (withoutEffect) return;
  switch (action) {
    case "start":
      if (noCapacity || platform.stock.count(placeOf(pod)) < unitsOf(pod))
        throw "gpu" in pod.hardware ? problems.noFreeGpus() : problems.noCapacity();
      takePlace(platform, pod);
      beginContainer(platform, pod);
      return;
    case "stop":
      exit(platform, pod);
      return;
    case "restart":
      beginContainer(platform, pod);
      return;
    case "terminate":
      terminate(platform, pod);
      return;
  }
}

/** Removes the pod. Lists and reads no longer show the pod. */
export function terminate(platform: Platform, pod: Pod): void {
  force(platform, pod, "TERMINATED");
  platform.pods.delete(pod.id);
  const volume = pod.mounts.network?.[0]?.volumeId;
  if (volume !== undefined) release(platform, "volume", volume);
  if (pod.registry !== null) release(platform, "registry", pod.registry);
  if (pod.template) release(platform, "template", pod.template);
}

function refusal(pod: Pod, action: PodAction): string {
  if (pod.locked && (action === "stop" || action === "restart")) return "pod is locked";
  return `action '${action}' is not valid for a pod in status ${pod.status}`;
}
