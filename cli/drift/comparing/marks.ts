import { markerOf } from "../../../provider/planning/marker";
import { listAccount } from "../../account/inventory";
import { providerOf, providersOf } from "../../account/providers";
import type { CommandContext } from "../../context/context";
import { onAccount } from "../../stack/connection";
import { hostOf, kindOf } from "../../stack/resource-types";
import type { Stack } from "../../stack/stack";
import { nameOf, type StateResource } from "../../stack/state";

/**
 * Returns a note on the pods that lack the mark of their stack. Another tool that sets the whole environment of a pod
 * drops the mark. That is no drift, because a restart only for the mark would do more harm than its absence.
 */
export async function notesOnMarks(
  stack: Stack,
  resources: readonly StateResource[],
  context: CommandContext,
): Promise<string[]> {
  const marked = resources.filter(isMarked);
  if (marked.length === 0) return [];
  const unmarked: StateResource[] = [];
  for (const { urn, settings } of await providersOf(stack, resources, context)) {
    const ours = marked.filter((one) => providerOf(one) === urn);
    // The comparison itself reports an unknown account.
    if (ours.length === 0 || "error" in settings) continue;
    const isWanted = (_: string, id: string) => ours.some((one) => one.id === id);
    const items = await onAccount(settings.value, context, (platform) =>
      listAccount(platform, { kinds: ["Pod"], costs: false, isWanted, signal: context.signal }),
    );
    const bare = new Set(items.flatMap(({ id, creator }) => (creator === undefined ? [id] : [])));
    unmarked.push(...ours.filter(({ id = "" }) => bare.has(id)));
  }
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
