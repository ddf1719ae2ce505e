import type { Pod } from "../../../client";
import { listed } from "../../session/watched";
import type { Condition } from "../../waiting/wait-for";
import { lacksContainer } from "../container";

/** A response without `runtime` does not show whether the container of a RUNNING pod runs. */
const showsContainer = ({ status, runtime }: Pod): boolean => status !== "RUNNING" || runtime !== undefined;

export const watchedPods = listed<Pod>(({ pods }) => pods, showsContainer);

/** Statuses of a pod on its way to `RUNNING`. */
const onItsWay: readonly string[] = ["PROVISIONING", "STARTING"];

export const isOnItsWay = (status: unknown): boolean => onItsWay.some((one) => one === status);

export const isGone = (pod: Pod): boolean => pod.status === "TERMINATED";

/** Returns the status that Podwright uses. A running pod without a container counts as starting. */
export const statusOf = (pod: Parameters<typeof lacksContainer>[0]): string =>
  lacksContainer(pod) ? "STARTING" : pod.status;

/** Returns the pod's status for messages. */
export const stateOf = (pod: Pod): string => (lacksContainer(pod) ? "RUNNING without a container" : pod.status);

/** Tells whether the pod's container runs or starts. The container keeps the settings of that start. */
export const isStarted = (pod: Pod): boolean => pod.status === "RUNNING" || pod.status === "STARTING";

/**
 * The condition is met when RunPod shows the pod as `RUNNING`. It fails for `ERROR`, for an ended pod and for an
 * unknown status, because such a pod never becomes `RUNNING`.
 */
export const placed: Condition<Pod> = (pod) => {
  if (pod === undefined || isGone(pod)) {
    return { ok: false, waitingFor: "the pod to run", fatal: "the pod is gone: it was terminated before it ran" };
  }
  const waitingFor = "the pod to run";
  if (pod.status === "RUNNING") return { ok: true, waitingFor };
  if (onItsWay.includes(pod.status)) return { ok: false, waitingFor };
  return { ok: false, waitingFor, fatal: fatalReason(pod) };
};

/** The condition is met when the pod's container runs. */
export const running: Condition<Pod> = (pod) => {
  const verdict = placed(pod);
  if (pod === undefined || !verdict.ok) return verdict;
  return { ok: !lacksContainer(pod), waitingFor: `the container of pod ${pod.id} to run` };
};

/** The condition is met when the pod is stopped. */
export const exited: Condition<Pod> = (pod) => {
  if (pod === undefined || isGone(pod)) {
    return { ok: false, waitingFor: "the pod to stop", fatal: "the pod is gone: it was terminated before it stopped" };
  }
  const waitingFor = "the pod to stop";
  if (pod.status === "ERROR") return { ok: false, waitingFor, fatal: `${fatalReason(pod)} and cannot be stopped` };
  return { ok: pod.status === "EXITED", waitingFor };
};

/** The condition is met when the pod is stopped, or when RunPod allows a stop. */
export const stoppable: Condition<Pod> = (pod) => {
  const verdict = exited(pod);
  if (pod === undefined || verdict.ok || verdict.fatal !== undefined || pod.actions.includes("stop")) {
    return { ...verdict, ok: verdict.fatal === undefined };
  }
  return pod.locked ? { ...verdict, fatal: "it is locked, and a locked pod cannot be stopped" } : verdict;
};

function fatalReason(pod: Pod): string {
  switch (pod.status) {
    case "ERROR":
      return "its container is in an error state";
    case "EXITED":
      return "its container ended or was stopped";
    default:
      return `it entered the state ${pod.status}, from which RunPod does not start a pod`;
  }
}

/** Tells whether the recorded status is the desired status. With `skipAwait`, a starting pod counts as running. */
export function hasSettled(
  status: string,
  inputs: { readonly skipAwait?: boolean | undefined; readonly desiredStatus?: string | undefined },
): boolean {
  const desired = inputs.desiredStatus ?? "RUNNING";
  return status === desired || (desired === "RUNNING" && inputs.skipAwait === true && onItsWay.includes(status));
}
