import type { Pod } from "../../../../client";
import { SHARED_FOR_MS } from "../../../../client/collections/snapshot";
import { formatDuration } from "../../../../client/values/duration";
import { dollars } from "../../../../client/values/money";
import { withoutStop } from "../../../../client/values/text";
import { listAll } from "../../../creating/list-all";
import { type Markers, requireMarker } from "../../../creating/marker";
import { messageOf, OperationError } from "../../../operations/errors";
import type { Run, RunStack } from "../../../operations/run";
import { isGone } from "../readiness";
import { readPod } from "../settle";
import { type Creator, creatorIn, creatorOf, isCreatedBy } from "./creator";

/**
 * Throws where the platform has a pod of this resource that the state does not hold: mostly a run was killed while it
 * created the pod, and a second one would cost twice. The state does hold a pod that is being replaced. One list serves a burst of creates.
 */
export async function refuseBesideUnrecorded(run: Run, inputs: Markers & { readonly name?: string | undefined }) {
  const { stack, created, unconfirmed } = run;
  const marker = requireMarker(inputs);
  // A creation that this process has begun already continues.
  if (stack === undefined || run.allowUnrecorded || created.has(marker) || unconfirmed.has(marker)) return;
  const resource = { ...stack, name: run.name };
  const shared = { listing: () => run.existingPods.read(SHARED_FOR_MS * run.timeScale, run.signal) };
  const listed = await listAll(shared, (text) => isCreatedBy(resource, creatorIn(text)), run.signal);
  const suspects = listed.filter((pod) => isSuspect(run, resource, pod));
  if (suspects.length === 0) return;
  // The list may be older than a deletion.
  const suspected = await Promise.all(suspects.map(({ id }) => readPod(run, id)));
  const existing = suspected.filter((pod) => pod !== undefined).filter((pod) => !isGone(pod));
  if (existing.length === 0) return;
  const state = await idsIn(run, stack);
  const unrecorded = existing.filter(({ id }) => !state.ids.has(id));
  if (unrecorded.length > 0) throw refusal(run, inputs.name ?? marker, unrecorded, state.problem);
}

function isSuspect({ created, recorded }: Run, resource: Omit<Creator, "marker">, pod: Pod): boolean {
  const creator = creatorOf(pod);
  if (isGone(pod) || !isCreatedBy(resource, creator)) return false;
  return recorded?.knows(creator.marker) !== true && ![...created.values()].includes(pod.id);
}

async function idsIn({ recorded, signal }: Run, stack: RunStack) {
  if (recorded === undefined) return { ids: new Set<string>() };
  try {
    return { ids: await recorded.ids(stack, signal) };
  } catch (error) {
    signal.throwIfAborted();
    return { ids: new Set<string>(), problem: messageOf(error) };
  }
}

function refusal(run: Run, name: string, unrecorded: readonly Pod[], problem: string | undefined): OperationError {
  const pods = unrecorded.map((pod) => describe(run, pod)).join(" and ");
  const ids = unrecorded.map(({ id }) => id).join(" and ");
  const state =
    problem === undefined
      ? "and the state does not hold it. "
      : `and whether the state holds it could not be read (${withoutStop(problem)}): if this run is to replace it, add --refresh. `;
  return new OperationError(
    `pod "${name}" was not created, and nothing was sent. The platform already has ${pods} for the same resource, ${state}` +
      `If a run was killed while it created it, run "podwright recover", which writes it into the state. If nothing needs it, delete ${ids} on the platform. Then run "pulumi up". ` +
      `If it is to stay, because it is another stack's by now (pulumi state move, stack rename) or this one let it go (retainOnDelete, pulumi state delete), set ${run.settingNames.allowUnrecorded} to true`,
  );
}

function describe({ clock }: Run, { id, createdAt, cost }: Pod): string {
  const age = Math.max(0, clock.now() - Date.parse(createdAt));
  return `pod ${id} (${Number.isNaN(age) ? "" : `${formatDuration(age)} old, `}${dollars(cost)} an hour)`;
}
