import { randomBytes } from "node:crypto";
import type { Pod } from "../../../client";
import type { Creator } from "../../creating/creator";
import { listAll } from "../../creating/list-all";
import type { Run } from "../../session/run";
import { type PodCreation, podCreation } from "../pod/create/creation";
import { type Choice, choicesOf } from "../pod/placement";
import type { PodInputs } from "../pod/pod";
import { isGone } from "../pod/readiness";
import { creatorFor, markerKey } from "../pod/wire";
import type { TaskInputs } from "./task";
import { entrypointOf } from "./wrapper";

/** The kind that the pods of tasks name as their creator. */
export const taskKind = "Task";

/** A pod of a run. */
export interface RunPod {
  readonly pod: Pod;
  /** Number of the pod in its run, from 1. */
  readonly attempt: number;
}

/** Returns the run that a pod belongs to, and the pod's number in it. */
export function runOf({ env }: Pick<Pod, "env">): { readonly runId: string; readonly attempt: number } | undefined {
  const [, runId, attempt] = /^([0-9a-f]{32})\.(\d+)$/.exec(env[markerKey] ?? "") ?? [];
  return runId === undefined ? undefined : { runId, attempt: Number(attempt) };
}

interface PodOfRun extends RunPod {
  readonly runId: string;
}

/**
 * Returns the pods that tasks have made, newest attempt first. A copy of a pod carries the mark of its original and is
 * younger, so only the oldest pod with a mark counts.
 */
function madeByTasks(pods: readonly Pod[]): PodOfRun[] {
  const originals = new Map<string, PodOfRun>();
  for (const pod of pods) {
    const of = isGone(pod) ? undefined : runOf(pod);
    if (of === undefined) continue;
    const mark = `${of.runId}.${of.attempt}`;
    const known = originals.get(mark);
    if (known === undefined || pod.createdAt < known.pod.createdAt) originals.set(mark, { pod, ...of });
  }
  return [...originals.values()].toSorted((a, b) => b.attempt - a.attempt);
}

/** Returns the newest pod of each run. */
export function newestOfEachRun(pods: readonly Pod[]): PodOfRun[] {
  const runs = new Set<string>();
  return madeByTasks(pods).filter(({ runId }) => !runs.has(runId) && runs.add(runId));
}

/**
 * Finds the pods of a run after the attempts that the state records, newest first. A killed run may have made them. A pod
 * with the mark of a recorded attempt is the recorded pod or a copy of it, and the state names the recorded pod.
 */
export async function unrecordedPods(run: Run, runId: string, recorded: number): Promise<RunPod[]> {
  const pods = await listAll(run.platform.pods, (text) => text.includes(runId), run.signal);
  return madeByTasks(pods).filter((one) => one.runId === runId && one.attempt > recorded);
}

/** One pod of a run to create. */
export interface Attempt {
  readonly runId: string;
  readonly attempt: number;
  /** Milliseconds that the command may run. */
  readonly limitMs: number;
}

/** Prepares the creation of a pod that runs the command. Its search for hardware begins after the choices of lost pods. */
export async function creationOf(run: Run, inputs: TaskInputs, attempt: Attempt): Promise<PodCreation> {
  const choices = await reachable(run, inputs);
  const first = choices.length === 0 ? 0 : (attempt.attempt - 1) % choices.length;
  return podCreation(run, podInputsOf(run, inputs, attempt), {
    choices: [...choices.slice(first), ...choices.slice(0, first)],
    creator: creatorOfTask(run),
  });
}

/** Returns the creator that the pods of a task name. */
export function creatorOfTask(run: Run): Omit<Creator, "marker"> | undefined {
  const creator = creatorFor(run);
  return creator && { ...creator, kind: taskKind };
}

/** Leaves out fallbacks that cannot reach the network volume. A volume of unknown place excludes nothing. */
async function reachable({ catalogs }: Run, inputs: TaskInputs): Promise<readonly Choice[]> {
  const choices = choicesOf(inputs);
  const volume = inputs.mounts?.network?.[0]?.volumeId;
  const center = volume === undefined || choices.length < 2 ? undefined : await catalogs?.centerOfVolume(volume);
  const fits = ({ dataCenterIds = [] }: Choice) => dataCenterIds.length === 0 || dataCenterIds.includes(center ?? "");
  const fitting = center === undefined ? choices : choices.filter(fits);
  return fitting.length === 0 ? choices : fitting;
}

function podInputsOf(run: Run, inputs: TaskInputs, { runId, attempt, limitMs }: Attempt): PodInputs {
  const { image, templateId, env, gpu, cpu, cloud, dataCenterIds, fallbacks, capacityTimeout, disk, registry } = inputs;
  const { command = [], mounts, success } = inputs;
  const path = mounts?.network?.[0]?.path;
  const entrypoint = entrypointOf({
    nonce: randomBytes(16).toString("hex"),
    runId,
    attempt,
    limit: Math.max(1, Math.round(limitMs / 1_000)),
    folder: path && `${path.replace(/\/$/, "")}/.podwright`,
    api: run.platform.baseUrl,
  });
  const args = success === undefined ? { entrypoint, cmd: command } : { entrypoint: command, cmd: [] };
  return {
    name: `${run.name}-${runId.slice(0, 7)}${attempt === 1 ? "" : `-${attempt}`}`,
    image,
    templateId,
    // The first interface has no lists, and reads them from this text.
    args: success !== undefined && command.length === 0 ? undefined : JSON.stringify(args),
    env: { ...env, PODWRIGHT_TASK_RUN: runId, PODWRIGHT_TASK_ATTEMPT: String(attempt) },
    gpu,
    cpu,
    cloud,
    dataCenterIds,
    fallbacks,
    capacityTimeout,
    mounts,
    disk,
    registry,
    desiredStatus: "RUNNING",
    __nonce: `${runId}.${attempt}`,
  };
}
