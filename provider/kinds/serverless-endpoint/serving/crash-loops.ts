import type { Endpoint, Worker } from "../../../../client";
import { OperationError } from "../../../operations/errors";
import { logTail } from "../../../operations/log-tail";
import type { Run } from "../../../operations/run";
import type { Condition } from "../../../waiting/wait-for";
import { isReady, type Rollout } from "./rollout";

/** Each costs a request of every wait. Of more workers only restarts tell. */
const mostLogs = 10;

/** One restart may have a reason that is over. */
const tooManyRestarts = 2;

/** The container of a worker fails again and again. */
export class CrashLoopError extends OperationError {
  constructor(
    readonly worker: Worker,
    what: string,
    /** Of its log, where they have been read. */
    readonly lines?: readonly string[],
  ) {
    super(`worker ${worker.id} is ${worker.status}, but its container ${what}`);
  }
}

/**
 * The platform shows a worker as RUNNING while its container fails again and again. Its log tells, and that the time of its
 * last start moves.
 */
export class CrashLoops {
  readonly #run: Run;
  readonly #endpoint: Endpoint;
  readonly #starts = new Map<string, { readonly at: string; readonly restarts: number }>();
  /** The last start of each worker whose log has been read. */
  readonly #judged = new Map<string, string | null>();
  #logsLeft = mostLogs;

  constructor(run: Run, endpoint: Endpoint) {
    this.#run = run;
    this.#endpoint = endpoint;
  }

  /** The same condition, which now also throws when a worker that looks ready has restarted several times. */
  watching(condition: Condition<Rollout>): Condition<Rollout> {
    return (rollout) => {
      for (const worker of readyOnes(rollout)) this.#countRestart(worker);
      return condition(rollout);
    };
  }

  #countRestart(worker: Worker): void {
    const { id, startedAt } = worker;
    if (startedAt === null) return;
    const { at = startedAt, restarts: before = 0 } = this.#starts.get(id) ?? {};
    const restarts = Date.parse(startedAt) > Date.parse(at) ? before + 1 : before;
    this.#starts.set(id, { at: startedAt, restarts });
    if (restarts >= tooManyRestarts)
      throw new CrashLoopError(worker, `has restarted ${restarts} times during the wait`);
  }

  /** Reads the logs of the workers that look ready, each once a start, and throws where the container does not start. */
  async refuseIn(rollout: Rollout | undefined): Promise<void> {
    const unread = readyOnes(rollout).filter(({ id, startedAt }) => this.#judged.get(id) !== startedAt);
    // An IDLE one asks for jobs, so its container is likely to run.
    unread.sort((a, b) => Number(a.status === "IDLE") - Number(b.status === "IDLE"));
    const judged = unread.slice(0, this.#logsLeft);
    this.#logsLeft -= judged.length;
    await Promise.all(
      judged.map(async (worker) => {
        this.#judged.set(worker.id, worker.startedAt);
        const lines = await logOf(this.#run, this.#endpoint, worker);
        if (neverStarted(lines)) throw new CrashLoopError(worker, "does not start", lines);
      }),
    );
  }
}

export function logOf(run: Run, { id }: Endpoint, worker: Worker): Promise<readonly string[]> {
  return logTail(run, (options) => run.platform.workers.logs(id, worker.id, options));
}

/** The platform may say more after the failure, such as that it pulls the image again. */
export function neverStarted(lines: readonly string[]): boolean {
  const failure = lines.findLastIndex((line) => line.startsWith("system: error starting container"));
  return failure !== -1 && !lines.slice(failure).some((line) => line.startsWith("container: "));
}

function readyOnes({ workers = [] }: Partial<Rollout> = {}): Worker[] {
  return workers.filter(isReady);
}
