import { CapacityError, type Pod, podCost } from "../../../client";
import { maskerOf } from "../../../client/http/secrets/masking";
import { dollars } from "../../../kernel/money";
import type { Values } from "../../../kernel/values";
import { logReason, logTail } from "../../lifecycle/log-tail";
import { whenNeverShown } from "../../lifecycle/shown";
import { moreTime, replaceIt, unfinished } from "../../lifecycle/unfinished";
import type { InitError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { NeverShownError } from "../../session/unshown";
import { WaitCancelledError, WaitError, WaitTimeoutError } from "../../waiting/wait-for";
import { lacksContainer } from "../container";
import { mostReplaced, type PodInputs } from "./pod";
import { stateOf, statusOf } from "./readiness";
import { readPod } from "./settle";
import { podOutputs } from "./wire";

export interface PodFailure {
  readonly during: "create" | "update";
  readonly pod: Pod;
  /** Inputs that the pod has applied so far, for the state. */
  readonly inputs: Values;
  /** Environment before this operation. The log may still contain its values, so Podwright masks them. */
  readonly formerEnv?: Readonly<Record<string, string>> | undefined;
  readonly error: unknown;
  /** Ids of the pods that `replaceStuck` has deleted before this pod. */
  readonly discarded?: readonly string[];
}

/** Returns the error for a pod that differs from the program. Its id stays in the state. */
export async function podFailure(run: Run, failure: PodFailure): Promise<InitError> {
  const { during, pod, inputs, error } = failure;
  const last = (error instanceof WaitError ? (error.last as Pod | undefined) : await latest(run, pod)) ?? pod;
  const { id, name } = last;
  const secrets = [(inputs as Partial<PodInputs>).env, failure.formerEnv, last.env].flatMap((env) =>
    Object.values(env ?? {}),
  );
  const mask = maskerOf(secrets);
  const log = await logTail(run, (options) => run.platform.pods.logs(id, options));
  return unfinished(
    run,
    {
      kind: "pod",
      id,
      name,
      during,
      error,
      status: stateOf(last),
      fault: "differs from the program",
      outputs: podOutputs(run.platform, last, inputs),
      evidence: logReason("its", log, mask),
      next: "continues with this pod",
      advice: [costs(last), ...whenDiscarded(failure), ...advice(run, failure, last), ...fixForward(run, error)],
    },
    mask,
  );
}

async function latest(run: Run, pod: Pod): Promise<Pod | undefined> {
  try {
    return await readPod(run, pod.id);
  } catch {
    // `podFailure` reports the first failure, with the last known pod.
    return pod;
  }
}

function costs(pod: Pod): string {
  const cost = podCost(pod);
  if (cost > 0) return `The pod costs ${dollars(cost)} an hour until you stop or remove it.`;
  const { persistent, network = [] } = pod.mounts;
  if (persistent !== undefined) {
    return `The pod does not run, but its volume disk of ${persistent.size} GB costs money until you remove the pod.`;
  }
  return network.length === 0
    ? "The pod costs nothing at present."
    : "The pod costs nothing at present, apart from its network volume.";
}

function whenDiscarded({ discarded = [] }: PodFailure): string[] {
  const [first, ...others] = discarded;
  if (first === undefined) return [];
  const pods = others.length === 0 ? `pod ${first}` : `${discarded.length} pods (${discarded.join(", ")})`;
  const last = discarded.length < mostReplaced ? "" : `, and it deletes at most ${mostReplaced}`;
  return [
    `Before this pod, Podwright deleted ${pods} without a container (replaceStuck)${last}. If no host starts the image, check the image, or set containerTimeout to a longer time.`,
  ];
}

function advice(run: Run, failure: PodFailure, last: Pod): string[] {
  const { error, during } = failure;
  const status = statusOf(last);
  if (error instanceof CapacityError) {
    const another = replaceIt(run, "pod");
    return [
      `A stopped pod keeps its host, but other pods use the GPUs of that host now: try again later, or ${another}.`,
    ];
  }
  if (error instanceof NeverShownError) return whenNeverShown(run, "pod", last.id);
  const isStuck =
    lacksContainer(last) || (error instanceof WaitTimeoutError && during === "update" && status === "STARTING");
  return [
    ...moreTime(failure, status === "RUNNING" ? "service" : "image"),
    ...(isStuck ? [`If the pod is stuck, ${replaceIt(run, "pod")}.`] : []),
  ];
}

/** Advises against a return to the old program, which would create a third pod and delete the other two. */
function fixForward({ mayReplace = true }: Run, error: unknown): string[] {
  return mayReplace && !(error instanceof WaitCancelledError)
    ? [
        "If this pod is a replacement, correct the program and do not go back to its old version: Pulumi has already marked the old pod for deletion.",
      ]
    : [];
}
