import { CapacityError, type Pod } from "../../../client";
import { maskerOf } from "../../../client/http/secrets/masking";
import { formatDuration } from "../../../client/values/duration";
import { dollars } from "../../../client/values/money";
import { InitError, messageOf } from "../../operations/errors";
import { logReason, logTail } from "../../operations/log-tail";
import type { Run } from "../../operations/run";
import type { Values } from "../../planning/values";
import { WaitCancelledError, WaitError, WaitTimeoutError } from "../../waiting/wait-for";
import type { PodInputs } from "./pod";
import { readPod, replaceIt } from "./settle";
import { podOutputs } from "./wire";

export interface PodFailure {
  readonly during: "create" | "update";
  readonly pod: Pod;
  /** The inputs as far as the pod has reached them, for the state. */
  readonly inputs: Values;
  /** The environment before this operation: the log may still contain it. */
  readonly formerEnv?: Readonly<Record<string, string>> | undefined;
  readonly error: unknown;
}

/** The error for a pod that exists, but not as the program declares it: it keeps its id in the state. */
export async function podFailure(run: Run, failure: PodFailure): Promise<InitError> {
  const { during, pod, inputs, error } = failure;
  const last = (error instanceof WaitError ? (error.last as Pod | undefined) : await latest(run, pod)) ?? pod;
  const secrets = [(inputs as Partial<PodInputs>).env, failure.formerEnv, last.env].flatMap((env) =>
    Object.values(env ?? {}),
  );
  const mask = maskerOf(secrets);
  const log = await logTail(run, (options) => run.platform.pods.logs(last.id, options));
  const reasons = [
    `pod ${last.id} ("${last.name}") was ${during}d but is not as declared: ${why(run, error)}. Its last state is ${last.status}.`,
    ...logReason("its", log, mask),
    `${costs(last)} The pod is kept in the state: once the cause is fixed, "pulumi up" continues with this pod, and "pulumi destroy" deletes it.${advice(run, failure, last)}${fixForward(run, error)}`,
  ];
  return new InitError(last.id, podOutputs(last, inputs), reasons.map(mask));
}

async function latest(run: Run, pod: Pod): Promise<Pod | undefined> {
  try {
    return await readPod(run, pod.id);
  } catch {
    // The first failure is the one to report, with what is known of the pod.
    return pod;
  }
}

/** The time of the whole operation: a wait at its end is shorter. */
function why({ timeoutMs }: Run, error: unknown): string {
  const text = messageOf(error).replace(/\.$/, "");
  return error instanceof WaitTimeoutError ? `${text} after ${formatDuration(timeoutMs)}` : text;
}

function costs({ cost }: Pod): string {
  return cost > 0
    ? `It costs ${dollars(cost)} an hour until it is stopped or removed.`
    : "It costs nothing at present.";
}

function advice(run: Run, { error, during }: PodFailure, { status }: Pod): string {
  if (error instanceof CapacityError) {
    return ` A stopped pod keeps its host, and others use its GPUs now: try again later, or ${replaceIt(run)}.`;
  }
  if (!(error instanceof WaitTimeoutError)) return "";
  const next = during === "create" ? ' (the next "pulumi up" waits as long as customTimeouts.update says)' : "";
  const stuck = during === "update" && status === "STARTING" ? ` If the pod is stuck, ${replaceIt(run)}.` : "";
  const slow = status === "RUNNING" ? "service" : "image";
  return ` A slow ${slow} may need a longer customTimeouts.${during}${next}.${stuck}`;
}

/** The old program would create a third pod, and delete the other two. */
function fixForward({ mayReplace = true }: Run, error: unknown): string {
  return mayReplace && !(error instanceof WaitCancelledError)
    ? " If this pod is a replacement, fix forward: the old pod is already marked for deletion."
    : "";
}
