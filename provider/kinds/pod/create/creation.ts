import type { Pod } from "../../../../client";
import { Creation } from "../../../creating/creation";
import type { Creator } from "../../../creating/creator";
import { listAll } from "../../../creating/list-all";
import { type Markers, requireMarker } from "../../../planning/marker";
import type { Run } from "../../../session/run";
import { type Choice, choicesOf } from "../placement";
import type { PodInputs } from "../pod";
import { isGone } from "../readiness";
import { readPod } from "../settle";
import { carriesMarker, createBody, creatorFor, ofRequest, requestKey } from "../wire";
import { withCapacity } from "./capacity";

/** The creation of one pod. */
export interface PodCreation {
  /** Creates the pod where RunPod has capacity, and does not wait for its container. A repeated call finds the pod again. */
  begin(): Promise<Pod>;
  /** Deletes the duplicates that lost responses left beside the pod. */
  removeDuplicates(keptId: string): Promise<void>;
}

/** What a kind that makes pods for itself changes in their creation. */
interface PodCreationOptions {
  /** The choices in the order of the attempts. Default: the program's order. */
  readonly choices?: readonly Choice[];
  /** The creator that the pod names. Default: the run's resource, as a pod. */
  readonly creator?: Omit<Creator, "marker"> | undefined;
}

/** Prepares the creation of a pod. The pod carries the marker of the inputs. */
export function podCreation(
  run: Run,
  inputs: PodInputs,
  { choices = choicesOf(inputs), creator = creatorFor(run) }: PodCreationOptions = {},
): PodCreation {
  const { pods } = run.platform;
  const marker = requireMarker(inputs);
  const creation = new Creation<Pod>(run, {
    what: `pod "${inputs.name ?? marker}"`,
    marker,
    get: async (id) => {
      const pod = await readPod(run, id);
      return pod === undefined || isGone(pod) ? undefined : pod;
    },
    search: (signal) => createdUnder(run, inputs, signal),
    requestOf: (pod) => pod.env[requestKey],
    delete: (id, signal) => pods.delete(id, { signal }),
  });
  const attempt = (choice: Choice) =>
    creation.createUnlessFound((options, request) =>
      pods.create(ofRequest(request, createBody(inputs, choice, creator)), options),
    );
  return {
    begin: () => creation.recoverOnFailure(() => withCapacity(run, inputs, attempt, choices)),
    removeDuplicates: (keptId) => creation.removeDuplicates(keptId),
  };
}

/** Finds the pods that carry the marker. */
export async function createdUnder(run: Run, markers: Markers, signal: AbortSignal): Promise<Pod[]> {
  const marker = requireMarker(markers);
  const pods = await listAll(run.platform.pods, (text) => text.includes(marker), signal);
  return pods.filter((pod) => !isGone(pod) && carriesMarker(pod, markers));
}
