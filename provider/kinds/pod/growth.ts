import { type Pod, RuleError, type UpdatePod, ValidationError } from "../../../client";
import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import { replaceIt } from "../../lifecycle/unfinished";
import { OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import type { PodInputs } from "./pod";

/**
 * Explains a refusal to grow a persistent mount. RunPod documents that the mount can grow, but not on every host. After
 * a refusal, only a replacement helps. A replacement loses the data, so the error names it last.
 */
export function explainGrowth(
  run: Run,
  found: Pod,
  { mounts, ...others }: UpdatePod,
  { allowDataLoss }: PodInputs,
  error: unknown,
): unknown {
  const { size, path } = found.mounts.persistent ?? { size: 0, path: "" };
  const wanted = mounts?.persistent?.size ?? 0;
  const isRefusal = (error instanceof RuleError || error instanceof ValidationError) && !error.outcomeUnknown;
  if (wanted <= size || !isRefusal) return error;
  // If the update has other changes, the refusal concerns the mount only if it names the mount.
  if (Object.keys(others).length > 0 && !/mount|size/i.test(error.detail ?? error.message)) return error;
  const guard = allowDataLoss === false ? ", and allowDataLoss: false does not prevent the loss" : "";
  return new OperationError(
    `RunPod refused to grow the persistent mount of pod ${found.id} at ${path} from ${size} to ${wanted} GB: ${withoutStop(messageOf(error))}. The pod has not changed. ` +
      `Write mounts.persistent.size: ${size} in the program to keep the data. If you need more space, first copy the data away, for example to a network volume. ` +
      `Then ${replaceIt(run, "pod")}, with ${wanted} GB. This replacement destroys the ${size} GB of data on the mount${guard}`,
  );
}
