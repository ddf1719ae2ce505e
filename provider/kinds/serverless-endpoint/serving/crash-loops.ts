import type { Endpoint, LogLine, Worker } from "../../../../client";
import { formatDuration } from "../../../../kernel/duration";
import { logLines } from "../../../lifecycle/log-tail";
import { OperationError } from "../../../pulumi/errors";
import type { Run } from "../../../session/run";
import type { Condition } from "../../../waiting/wait-for";
import { isReady, type Rollout } from "./rollout";

/**
 * Most logs that a wait reads, because each log is a request. For further workers, only restarts reveal a crash loop.
 */
const mostLogs = 10;

/**
 * A container that fails this often within this time is in a crash loop. A single failure may have a temporary cause.
 */
const loop = { times: 3, withinMs: 600_000 };

/** Time after which a start without a failure counts as successful. RunPod repeats a failed start within seconds. */
const settledMs = 30_000;

/** Time for which the log of a failed start stays valid, unless the worker starts again. */
const recheckMs = 5_000;

/** Greatest difference between timestamps of the same moment, because some of them are in whole seconds. */
const inexactMs = 1_000;

/** The container of a worker is in a crash loop. */
export class CrashLoopError extends OperationError {
  constructor(
    readonly worker: Worker,
    what: string,
    /** Lines of the worker's log, if Podwright has read it. */
    readonly lines?: readonly LogLine[],
  ) {
    super(`worker ${worker.id} is ${worker.status}, but its container ${what}`);
  }
}

/** The history of one worker during the wait. */
interface Seen {
  /** The times of the worker's starts, on RunPod's clock. */
  readonly starts: number[];
  /** The time when the wait saw the last start, on the run's clock. */
  readonly at: number;
}

/**
 * Detects crash loops of workers. RunPod shows a worker as RUNNING even if its container does not start. Only the log
 * and the changing start time of the worker show the loop.
 */
export class CrashLoops {
  readonly #run: Run;
  readonly #endpoint: Endpoint;
  readonly #seen = new Map<string, Seen>();
  /** Workers whose logs this wait reads, with the last start that the log shows as successful. */
  readonly #good = new Map<string, string | null | undefined>();
  /** Workers whose last start failed, the number of failures, and the time of the next check. */
  readonly #failed = new Map<string, Pick<Worker, "startedAt"> & { readonly times: number; readonly until: number }>();

  constructor(run: Run, endpoint: Endpoint) {
    this.#run = run;
    this.#endpoint = endpoint;
  }

  /**
   * Wraps a condition so that a worker with a failed container does not count as ready. Throws if a worker that looks
   * ready has restarted too often.
   */
  watching<T extends Rollout>(condition: Condition<T>): Condition<T> {
    return (rollout) => {
      for (const worker of readyOnes(rollout)) this.#countRestart(worker);
      return condition(this.asSeen(rollout));
    };
  }

  /** Moves failing workers of the rollout into a separate state. */
  asSeen<T extends Rollout>(rollout: T | undefined): T | undefined {
    const failing = readyOnes(rollout).filter((worker) => this.#isFailing(worker));
    if (rollout === undefined || failing.length === 0) return rollout;
    const states: Record<string, number> = { ...rollout.states, "whose container did not start": failing.length };
    for (const { status } of failing) states[status] = (states[status] ?? 0) - 1;
    return { ...rollout, states };
  }

  #isFailing({ id, startedAt }: Worker): boolean {
    const failed = this.#failed.get(id);
    return failed !== undefined && failed.startedAt === startedAt && this.#run.clock.now() < failed.until;
  }

  #countRestart(worker: Worker): void {
    const { id, startedAt } = worker;
    if (startedAt === null) return;
    const start = Date.parse(startedAt);
    const { starts, at } = this.#seen.get(id) ?? { starts: [], at: 0 };
    const isNew = start > (starts.at(-1) ?? Number.NEGATIVE_INFINITY);
    const recent = isNew ? withinLoop([...starts, start]) : starts;
    this.#seen.set(id, { starts: recent, at: isNew ? this.#run.clock.now() : at });
    // The first start does not count as a restart.
    if (recent.length > loop.times) {
      throw new CrashLoopError(worker, `has restarted ${loop.times} times in ${spanOf(recent)}`);
    }
  }

  /**
   * Tells from the logs whether the containers of the seemingly ready workers have started. It reads each log once per
   * start. Throws for a crash loop.
   */
  async haveStarted(rollout: Rollout | undefined): Promise<boolean> {
    const unread = readyOnes(rollout).filter((worker) => !this.#isGood(worker) && !this.#isFailing(worker));
    // An IDLE worker asks for jobs, so its container is likely to run.
    unread.sort((a, b) => Number(a.status === "IDLE") - Number(b.status === "IDLE"));
    for (const { id } of unread) if (this.#good.size < mostLogs && !this.#good.has(id)) this.#good.set(id, undefined);
    const judged = unread.filter(({ id }) => this.#good.has(id));
    const verdicts = await Promise.all(judged.map((worker) => this.#hasStarted(worker)));
    return verdicts.every((hasStarted) => hasStarted);
  }

  #isGood({ id, startedAt }: Worker): boolean {
    return this.#good.has(id) && this.#good.get(id) === startedAt;
  }

  async #hasStarted(worker: Worker): Promise<boolean> {
    const { clock, timeScale, report } = this.#run;
    const { id, startedAt } = worker;
    const lines = await logOf(this.#run, this.#endpoint, worker);
    const failures = failedStarts(lines);
    if (failures.length >= loop.times) {
      throw new CrashLoopError(worker, `has failed to start ${failures.length} times in ${spanOf(failures)}`, lines);
    }
    const isLater = startedAt !== null && Date.parse(startedAt) - (failures.at(-1) ?? Number.NaN) > inexactMs;
    const hasSettled = clock.now() - (this.#seen.get(id)?.at ?? clock.now()) >= settledMs;
    // An empty log after an earlier log with lines means that the read failed.
    const isRead = lines.length > 0 || this.#failed.get(id)?.startedAt !== startedAt;
    if ((isRead && failures.length === 0) || (isLater && hasSettled)) {
      this.#good.set(id, startedAt);
      return true;
    }
    const known = this.#failed.get(id)?.times ?? 0;
    const times = isRead ? failures.length : known;
    this.#failed.set(id, { startedAt, times, until: clock.now() + recheckMs * timeScale });
    if (times > known)
      report(
        `worker ${id} is ${worker.status}, but its container has failed to start (${times} of ${loop.times} times): waiting for its next start`,
      );
    return false;
  }
}

export function logOf(run: Run, { id }: Endpoint, worker: Worker): Promise<readonly LogLine[]> {
  return logLines(run, (options) => run.platform.workers.logs(id, worker.id, options));
}

/**
 * Returns the times of failed starts since the container last ran. It ignores other lines, such as a repeated pull of
 * the image.
 */
export function failedStarts(lines: readonly LogLine[]): number[] {
  const ran = lines.findLastIndex(({ source }) => source === "container");
  const failures = lines
    .slice(ran + 1)
    .filter(({ source, line }) => source === "system" && line.startsWith("error starting container"));
  return withinLoop(failures.map(({ ts }) => Date.parse(ts)));
}

/** Returns the last time and the times within `loop.withinMs` before it, oldest first. */
function withinLoop(times: readonly number[]): number[] {
  const last = times.at(-1) ?? 0;
  return times.filter((time) => !(last - time > loop.withinMs));
}

function spanOf(times: readonly number[]): string {
  const [first = 0, last = first] = [times[0], times.at(-1)];
  return formatDuration(last - first);
}

function readyOnes({ workers = [] }: Partial<Rollout> = {}): Worker[] {
  return workers.filter(isReady);
}
