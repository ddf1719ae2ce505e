import type { Pod } from "../../../client";
import { podCost } from "../../../client";
import { dollars } from "../../../kernel/money";
import { creatorKey, creatorOfStack } from "../../creating/creator";
import { ageOf, type Traces } from "../../creating/traces";
import type { Listed } from "../../session/resource";
import { newestOfEachRun, taskKind, unrecordedPods } from "./pods";

/** A run on RunPod: its newest pod, under the id of the run. */
interface TaskRun extends Listed {
  readonly pod: Pod;
}

export const taskTraces: Traces<TaskRun> = {
  kind: taskKind,
  what: "task",
  collection: ({ pods }) => ({
    listing: async (options) => {
      const { items, ...rest } = await pods.listing(options);
      return {
        ...rest,
        items: newestOfEachRun(items).map(({ runId, pod }): TaskRun => ({ id: runId, name: pod.name, pod })),
      };
    },
  }),
  markOf: ({ pod }) => pod.env[creatorKey] ?? "",
  originIn: (mark, stack) => {
    const creator = creatorOfStack(mark, stack, taskKind);
    // The pods of a run carry the marker of the task's creation with their number.
    return creator && { ...creator, marker: creator.marker.replace(/\.\d+$/, "") };
  },
  createdAt: ({ pod }) => pod.createdAt,
  latest: async (run, id) => {
    const [newest] = await unrecordedPods(run, id, 0);
    return newest && { id, name: newest.pod.name, pod: newest.pod };
  },
  facts: async (run, { pod }) => [`pod ${pod.id}`, ...ageOf(run, pod.createdAt), `${dollars(podCost(pod))} an hour`],
};
