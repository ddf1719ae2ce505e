import type { Platform } from "../../../client";
import { markerOf } from "../../../provider/planning/marker";
import { listAccount } from "../../account/inventory";
import type { CommandContext } from "../../context/context";
import { hostOf, kindOf } from "../../stack/resource-types";
import { nameOf, type StateResource } from "../../stack/state";

/** Returns the pods of a stack that lack the stack's mark. All resources belong to the account. */
export async function unmarkedIn(
  resources: readonly StateResource[],
  platform: Platform,
  { signal }: Pick<CommandContext, "signal">,
): Promise<readonly StateResource[]> {
  const marked = resources.filter(isMarked);
  if (marked.length === 0) return [];
  const ids = new Set(marked.map(({ id }) => id));
  const isWanted = (_: string, id: string) => ids.has(id);
  const items = await listAccount(platform, { kinds: ["Pod"], costs: false, isWanted, signal });
  const bare = new Set(items.flatMap(({ id, creator }) => (creator === undefined ? [id] : [])));
  return marked.filter(({ id = "" }) => bare.has(id));
}

/**
 * Returns a note on the pods that lack the mark of their stack. Another tool that sets the whole environment of a pod
 * drops the mark. That is no drift, because a restart only for the mark would do more harm than its absence.
 */
export function notesOnMarks(unmarked: readonly StateResource[]): string[] {
  if (unmarked.length === 0) return [];
  const names = unmarked.map(({ urn, id }) => `${nameOf(urn)} (${id})`).join(", ");
  return [
    `On RunPod, the environment of ${names} lacks Podwright's mark, for example because another tool replaced the environment. The next change that restarts the pod restores the mark. If the state loses the pod before that, \`pulumi up\` creates a second pod.`,
  ];
}

/** Tells whether Podwright created the pod, and so marked it. */
function isMarked({ type, id, inputs = {}, external, delete: isDoomed }: StateResource): boolean {
  const isPod = hostOf(type) !== undefined && kindOf(type) === "Pod";
  return isPod && id !== undefined && external !== true && isDoomed !== true && markerOf(inputs) !== undefined;
}
