import { type Pod, podCost } from "../../../../client";
import { dollars } from "../../../../kernel/money";
import { creatorKey, creatorOfStack } from "../../../creating/creator";
import { ageOf, type Traces } from "../../../creating/traces";
import { isGone } from "../readiness";
import { readPod } from "../settle";

export const podTraces: Traces<Pod> = {
  kind: "Pod",
  what: "pod",
  collection: ({ pods }) => pods,
  markOf: (pod) => (isGone(pod) ? "" : (pod.env[creatorKey] ?? "")),
  originIn: (mark, stack) => creatorOfStack(mark, stack),
  createdAt: (pod) => pod.createdAt,
  latest: async (run, id) => {
    const pod = await readPod(run, id);
    return pod === undefined || isGone(pod) ? undefined : pod;
  },
  facts: async (run, pod) => [...ageOf(run, pod.createdAt), `${dollars(podCost(pod))} an hour`],
};
