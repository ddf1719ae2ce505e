import type { Pod } from "../../../client";
import { present, type Values } from "../../../kernel/values";
import { commandOf } from "../command";
import { ownKeys, withoutEmptyMounts } from "../container";
import { accepts, placementOf } from "../pod/placement";
import type { TaskInputs } from "./task";
import { nonceIn } from "./wrapper";

/**
 * Returns the declared inputs with the values that the pod of the run has. Nothing can change them while the pod exists, so a
 * difference shows that the pod runs another program.
 */
export function liveInputs(pod: Pod, declared: Values): Values {
  const inputs = declared as Partial<TaskInputs>;
  const { entrypoint, cmd } = commandOf({ ...pod });
  const placement = placementOf(pod);
  const live: Values = {
    ...(inputs.image === undefined ? {} : { image: pod.image }),
    ...(inputs.command === undefined ? {} : { command: nonceIn(pod) === undefined ? [...entrypoint, ...cmd] : cmd }),
    ...(inputs.env === undefined ? {} : { env: ownKeys(pod.env) }),
    ...(inputs.mounts === undefined ? {} : withoutEmptyMounts({ mounts: { network: pod.mounts.network } })),
    ...(accepts(inputs, placement)
      ? {}
      : present({
          gpu: placement.gpu && { id: placement.gpu.id, count: placement.gpu.count },
          cpu: placement.cpu && { id: placement.cpu.id, vcpuCount: placement.cpu.vcpuCount },
        })),
  };
  return { ...declared, ...live };
}
