import type { LogLine, Pod } from "../../../client";
import { formatDuration } from "../../../kernel/duration";
import { dollars } from "../../../kernel/money";
import { messageOf } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import type { Values } from "../../../kernel/values";
import { logReason, textsOf } from "../../lifecycle/log-tail";
import { InitError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { WaitCancelledError, WaitTimeoutError } from "../../waiting/wait-for";
import { type End, startMs, UnreadLogError } from "./follow";
import type { TaskInputs } from "./task";
import { maskFor } from "./wire";

interface Ended {
  readonly outcome: End;
  readonly lines: readonly LogLine[];
  readonly inputs: TaskInputs;
  readonly outputs: Values;
  /** The stopped pod of the run, if RunPod keeps it. */
  readonly kept: Pod | undefined;
}

/** Returns the error of a run without success. The state keeps its log and its exit code. */
export function ended(run: Run, runId: string, { outcome, lines, inputs, outputs, kept }: Ended): InitError {
  const mask = maskFor(inputs);
  const stopped = kept === undefined ? "" : ` RunPod keeps pod ${kept.id}, stopped (keepPod): ${stoppedPod(kept)}.`;
  const cost = dollars(Number(outputs.cost ?? 0));
  return new InitError(runId, outputs, [
    mask(`task ${run.name} ${howItEnded(outcome, inputs)}. The run has cost ${cost}.${stopped}`),
    ...logReason("its", textsOf(lines), mask),
    `The next "pulumi up" runs the command again, in a new run.`,
  ]);
}

function stoppedPod({ mounts }: Pod): string {
  return mounts.network === undefined ? "it costs nothing" : "it costs nothing apart from its network volume";
}

function howItEnded(outcome: End, { timeout, success }: TaskInputs): string {
  if (outcome.kind === "lost") {
    const doubt = success === undefined ? "" : ", or the command failed: without a shell, Podwright cannot tell which";
    return `was LOST: ${withoutStop(outcome.why)}${doubt}`;
  }
  return outcome.result === "timeout"
    ? `TIMED_OUT: its command ran longer than its timeout of ${timeout}`
    : `FAILED: its command ended with exit code ${outcome.result.exitCode}`;
}

interface Interruption {
  readonly inputs: TaskInputs;
  readonly error: unknown;
  readonly outputs: Values;
  readonly pod: Pod;
  /** True if the container of the pod has started. */
  readonly hasStarted: boolean;
}

/** Returns the error for a run that goes on without Podwright. */
export function interrupted(
  run: Run,
  runId: string,
  { inputs, error, outputs, pod, hasStarted }: Interruption,
): InitError {
  if (error instanceof UnreadLogError)
    return new InitError(runId, outputs, [
      maskFor(inputs)(`${withoutStop(error.message)}. The pod stays until its log is read`),
      'The next "pulumi up" reads the log again. Another value in "triggers" runs the command again, in a new run.',
    ]);
  const cause =
    error instanceof WaitCancelledError || run.signal.aborted
      ? "the run of Pulumi was cancelled"
      : error instanceof WaitTimeoutError
        ? `Podwright gave up after ${formatDuration(run.timeoutMs)} waiting for ${error.waitingFor}`
        : withoutStop(messageOf(error));
  const bound = !hasStarted
    ? `Nothing inside the pod ends it before its container starts. After ${formatDuration(startMs)} without a start, the next "pulumi up" deletes it.`
    : inputs.success === undefined
      ? `The container ends the command after ${inputs.timeout} and stops its pod, even if nobody watches.`
      : "Nobody ends the pod while Podwright does not watch it.";
  return new InitError(runId, outputs, [
    maskFor(inputs)(`task ${run.name} goes on in pod ${pod.id}: ${cause}. ${bound}`),
    'The task stays in the state. "pulumi up" goes on with this run. "pulumi destroy" ends it.',
  ]);
}
