import { type Pod, podCost } from "../../../client";
import { maskerOf } from "../../../client/http/secrets/masking";
import { isRecord, present, type Values } from "../../../kernel/values";
import { costOf } from "./cost";
import { type Outcome, tailOf } from "./follow";
import type { TaskStatus } from "./status";
import { spentOutput, type TaskInputs } from "./task";

/** Price and times of a pod, from which the cost of the run follows. */
export interface Spent {
  /** US dollars that the earlier pods of the run have cost. */
  readonly before: number;
  /** US dollars an hour of the pod while it ran. RunPod may report 0 for a stopped pod. */
  readonly rate: number;
}

export interface Facts {
  readonly pod: Pod;
  readonly attempt: number;
  readonly spent: Spent;
  /** Absent while the command runs. */
  readonly outcome?: Outcome | undefined;
  /** False after RunPod has deleted the pod. */
  readonly hasPod: boolean;
  readonly now: number;
}

/** Returns a function that masks the values of the environment in the log. */
export function maskFor({ env = {} }: Pick<TaskInputs, "env">): (text: string) => string {
  return maskerOf(Object.values(env));
}

/** Returns the end of the command as the state records it. */
export function statusOf(outcome: Outcome | undefined): TaskStatus {
  if (outcome === undefined) return "RUNNING";
  if (outcome.kind === "lost") return "LOST";
  if (outcome.result === "timeout") return "TIMED_OUT";
  return outcome.result.exitCode === 0 ? "SUCCEEDED" : "FAILED";
}

/** Returns what the run has cost until now or until its end. */
export function costUntil({ pod, spent, outcome, now }: Facts): number {
  const until = outcome?.kind === "result" ? Date.parse(outcome.at) : now;
  const since = Date.parse(pod.startedAt ?? pod.createdAt);
  const ms = Number.isNaN(since) || Number.isNaN(until) ? 0 : Math.max(0, until - since);
  return spent.before + costOf(ms, Math.max(spent.rate, podCost(pod)));
}

/** Returns the outputs of a run. */
export function taskOutputs(inputs: TaskInputs, facts: Facts): Values {
  const { pod, attempt, outcome, hasPod, spent } = facts;
  const result = outcome?.kind === "result" ? outcome : undefined;
  return {
    ...inputs,
    ...present({
      status: statusOf(outcome),
      exitCode: result === undefined || result.result === "timeout" ? undefined : result.result.exitCode,
      startedAt: pod.startedAt ?? undefined,
      endedAt: result?.at,
      cost: Math.round(costUntil(facts) * 10_000) / 10_000,
      logTail: tailOf(outcome?.lines ?? [], maskFor(inputs)),
      attempts: attempt,
      podId: pod.id,
      hasPod,
    }),
    ...(outcome === undefined ? { [spentOutput]: spent } : {}),
  };
}

/** Returns the recorded price and cost of a run that has not ended. */
export function spentIn({ [spentOutput]: spent }: Values): Spent {
  const { before, rate } = (isRecord(spent) ? spent : {}) as Partial<Spent>;
  return { before: before ?? 0, rate: rate ?? 0 };
}
