import { type LogLine, type Pod, podCost } from "../../../client";
import { formatDuration, parseDuration } from "../../../kernel/duration";
import { shownLine, tailLines } from "../../lifecycle/log-tail";
import { withDeadline } from "../../pulumi/deadline";
import { OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { type Condition, WaitFailedError, WaitTimeoutError, waitFor } from "../../waiting/wait-for";
import { isGone, stateOf, watchedPods } from "../pod/readiness";
import { NoContainerError, readPod, waitUntilRunning } from "../pod/settle";
import type { TaskInputs } from "./task";
import { nonceIn, type Result, resultIn } from "./wrapper";

/** Most lines that Podwright reads to find the result of an ended container. */
const searchedLines = 500;
/** Shortest time between two lines of the log in the progress. */
const quietMs = 2_000;
/** Longest pause before Podwright opens a log again that it cannot follow. RunPod allows 60 requests a minute. */
const longestPauseMs = 20_000;
/** How long Podwright waits for the log of a pod that has ended. */
const patienceMs = 15_000;
/** A pod whose container has not started after this time counts as lost, because nothing inside such a pod ends it. */
export const startMs = 1_800_000;
/** Time that the container has to end the command and stop its pod after its limit. */
const graceMs = 60_000;

/** What Podwright knows about the pod of a run. */
export interface Seen {
  readonly pod: Pod;
  readonly lines: readonly LogLine[];
}

/** How a command ended. */
export type End =
  | { readonly kind: "result"; readonly result: Result; readonly at: string }
  /** The pod ended without a result. `why` is a part of a sentence. */
  | { readonly kind: "lost"; readonly why: string };

/** How the pod of a run ended. */
export type Outcome = Seen & End;

/** The reason of a run whose pod RunPod no longer has. */
export const goneWithoutResult = "RunPod no longer has the pod, and nobody has read a result";

/** RunPod does not show the log of an ended pod. The result may be in this log, so nothing follows from its absence. */
export class UnreadLogError extends OperationError {}

/** The log of a pod as far as Podwright has read it. */
class Log {
  readonly lines: LogLine[] = [];
  result: { readonly result: Result; readonly at: string } | undefined;
  readonly #judge: (line: string) => Result | undefined;

  constructor(pod: Pod, { success }: TaskInputs) {
    const nonce = nonceIn(pod);
    this.#judge = (line) => {
      if (success !== undefined) return line.includes(success) ? { exitCode: 0 } : undefined;
      return nonce === undefined ? undefined : resultIn(line, nonce);
    };
  }

  /** Takes a line, and tells whether the log has the result now. */
  add(line: LogLine): boolean {
    if (line.source !== "container") return false;
    const result = this.#judge(line.line);
    if (result !== undefined) this.result ??= { result, at: line.ts };
    if (!line.line.startsWith("podwright-task ") && line.line.trim() !== "") this.lines.push(line);
    if (this.lines.length > tailLines) this.lines.shift();
    return this.result !== undefined;
  }
}

/** Returns the last lines of the log for the state. */
export function tailOf(lines: readonly LogLine[], mask: (text: string) => string): string {
  return lines
    .slice(-tailLines)
    .map(({ line }) => shownLine(line, mask))
    .join("\n");
}

/**
 * Waits for the container of a pod that exists since this time. Returns how the pod ended if it did, and `undefined` for a
 * running container.
 */
export async function untilStarted(
  run: Run,
  { pod, since }: { readonly pod: Pod; readonly since: number },
  inputs: TaskInputs,
): Promise<Outcome | undefined> {
  const last = since + startMs;
  try {
    await waitUntilRunning(run, pod, {}, Math.min(run.clock.now() + run.timeoutMs, last));
    return undefined;
  } catch (error) {
    if (error instanceof NoContainerError) return { kind: "lost", why: error.message, pod, lines: [] };
    if (error instanceof WaitTimeoutError && last <= run.clock.now())
      return { kind: "lost", why: `its container has not started in ${formatDuration(startMs)}`, pod, lines: [] };
    if (!(error instanceof WaitFailedError)) throw error;
    // A short command may end between two looks at its pod.
    return await outcomeNow(run, (error.last as Pod | undefined) ?? pod, inputs);
  }
}

/** The end of a pod, without a judgement. */
const ended: Condition<Pod> = (pod) => ({
  ok: pod === undefined || isGone(pod) || pod.status === "EXITED" || pod.status === "ERROR",
  waitingFor: "the end of the command",
});

/** Follows a pod and its log until the command has ended. The log's progress goes to the user. */
export async function untilEnded(run: Run, pod: Pod, inputs: TaskInputs, mask: (text: string) => string) {
  const log = new Log(pod, inputs);
  const deadline = run.clock.now() + parseDuration(inputs.timeout) + graceMs;
  const over = new AbortController();
  const signal = AbortSignal.any([run.signal, over.signal]);
  const told = progress(run, pod, mask);
  const reading = followed(run, pod, signal, (line) => {
    told(line);
    return log.add(line);
  });
  const describe = (now: Pod | undefined) => ({
    subject: `task ${run.name} on pod ${pod.id} is`,
    state: now === undefined ? "not there" : stateOf(now),
    costPerHour: now && podCost(now),
  });
  const watching = waitFor(
    { ...run, signal },
    { id: pod.id, poller: run.poller(watchedPods), first: pod, condition: ended, deadline, describe },
  );
  watching.catch(() => undefined);
  try {
    const found = await Promise.race([reading, watching.then(() => false)]);
    const last = (await readPod(run, pod.id)) ?? { ...pod, status: "TERMINATED" };
    if (found && log.result !== undefined)
      return { kind: "result", ...log.result, pod: { ...pod, ...last }, lines: log.lines } satisfies Outcome;
    return (await outcomeNow(run, last, inputs)) ?? lost(last, log.lines);
  } catch (error) {
    if (!(error instanceof WaitTimeoutError)) throw error;
    const last = (error.last as Pod | undefined) ?? pod;
    const found = await outcomeNow(run, last, inputs).catch(() => undefined);
    return found?.kind === "result"
      ? found
      : ({
          kind: "result",
          result: "timeout",
          at: new Date(run.clock.now()).toISOString(),
          pod: last,
          lines: log.lines,
        } satisfies Outcome);
  } finally {
    over.abort();
    await reading.catch(() => undefined);
  }
}

/**
 * Follows the log until `take` returns true. A log that cannot be followed leaves the watch over the pod alone. Podwright opens the
 * log ever less often while RunPod refuses it or ends it without a line.
 */
export async function followed(
  run: Pick<Run, "platform" | "clock" | "timeScale">,
  { id }: Pick<Pod, "id">,
  signal: AbortSignal,
  take: (line: LogLine) => boolean,
): Promise<boolean> {
  const { clock, timeScale } = run;
  let after: string | undefined;
  for (let silent = 0; ; silent += 1) {
    const opened = clock.now();
    try {
      for await (const line of run.platform.pods.follow(id, { tail: searchedLines, after, signal })) {
        silent = 0;
        if (line.id !== "") after = line.id;
        if (take(line)) return true;
      }
    } catch {
      signal.throwIfAborted();
    }
    // A quiet command has a stream that stays open, and a proxy may end it from time to time.
    if (clock.now() - opened >= longestPauseMs * timeScale) silent = 0;
    await clock.sleep(Math.min(quietMs * 2 ** silent, longestPauseMs) * timeScale, signal);
  }
}

/** Reports a line of the command from time to time. */
function progress(run: Run, { id }: Pod, mask: (text: string) => string): (line: LogLine) => void {
  let shownAt = Number.NEGATIVE_INFINITY;
  return ({ source, line }) => {
    const isOfCommand = source === "container" && line.trim() !== "" && !line.startsWith("podwright-task ");
    if (!isOfCommand || run.clock.now() - shownAt < quietMs * run.timeScale) return;
    shownAt = run.clock.now();
    run.report(`${run.name} (pod ${id}) | ${shownLine(line, mask)}`);
  };
}

/**
 * Tells how the command ended, if its pod has ended or the log already has the result. Never waits for the end. RunPod may
 * show the last lines of a log late, so Podwright reads the log of an ended pod for some time.
 */
export async function outcomeNow(run: Run, pod: Pod, inputs: TaskInputs): Promise<Outcome | undefined> {
  const { clock, signal, timeScale } = run;
  const isOver = ended(pod).ok;
  const until = clock.now() + (isOver && !isGone(pod) ? patienceMs * timeScale : 0);
  for (;;) {
    const log = new Log(pod, inputs);
    const lines = await linesNow(run, pod);
    for (const line of lines ?? []) log.add(line);
    if (log.result !== undefined) return { kind: "result", ...log.result, pod, lines: log.lines };
    if (!isOver) return undefined;
    if (clock.now() >= until) {
      if (lines !== undefined || isGone(pod)) return lost(pod, log.lines);
      throw new UnreadLogError(
        `pod ${pod.id} of task ${run.name} is ${stateOf(pod)}, and RunPod does not show its log, so Podwright cannot tell how the command ended`,
      );
    }
    await clock.sleep(quietMs * timeScale, signal);
  }
}

function lost(pod: Pod, lines: readonly LogLine[]): Outcome {
  const why = isGone(pod) ? goneWithoutResult : `the pod is ${stateOf(pod)}, and its log has no result of the command`;
  return { kind: "lost", why, pod, lines };
}

/** Returns the last lines of the log, or `undefined` if RunPod does not show the log. */
async function linesNow({ clock, signal, platform }: Run, { id }: Pod): Promise<readonly LogLine[] | undefined> {
  try {
    return await withDeadline(clock, patienceMs, (expiry) =>
      platform.pods.logs(id, { tail: searchedLines, source: "container", signal: AbortSignal.any([signal, expiry]) }),
    );
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}
