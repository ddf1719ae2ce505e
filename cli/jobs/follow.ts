import type { Job, JobInput, Platform, SubmittedJob } from "../../client";
import { messageOf } from "../../provider/operations/errors";
import type { FlagCheck } from "../flags/flag-check";
import type { Progress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { WEEK } from "./submission";
import { type Surface, statusCommand } from "./surface";

/** The wait was over before the job was. */
export class JobUnfinishedError extends Error {
  readonly code = "JOB_UNFINISHED";
}

export interface Following {
  readonly surface: Surface;
  readonly place: string;
  readonly platform: Platform;
  readonly context: CommandContext;
  readonly progress: Progress;
  /** Milliseconds until the command gives up waiting; the job continues. */
  readonly timeoutMs: number | undefined;
  /** Ctrl-C cancels the job too. Otherwise it continues. */
  readonly cancelOnInterrupt: boolean;
  readonly input?: JobInput | undefined;
  /** Prints the job as it was last seen, when the wait is over before the job is. */
  readonly printUnfinished?: ((job: Job) => Promise<void>) | undefined;
}

export function readTimeout(check: FlagCheck, timeout: string | undefined): number | undefined {
  return check.duration("--timeout", timeout, { min: 1_000, max: WEEK });
}

/** Works with a job until it ends, the user interrupts, or the time is up, and says what becomes of the job then. */
export async function follow<T>(
  { surface, place, platform, context, progress, timeoutMs, cancelOnInterrupt, input, printUnfinished }: Following,
  jobId: string,
  work: (job: SubmittedJob) => Promise<T>,
): Promise<T> {
  const { signal, warn } = context;
  const enough = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const operations = surface.operationsOf(platform);
  let seen: Job | undefined;
  try {
    return await work(
      operations.track(place, jobId, {
        signal: AbortSignal.any([signal, ...(enough === undefined ? [] : [enough])]),
        onStatus: (job) => {
          seen = job;
          progress.update(stateOf(job));
        },
        input,
      }),
    );
  } catch (error) {
    progress.stop();
    const look = `\`${statusCommand(surface, place, jobId)}\` shows it`;
    if (signal.aborted && error === signal.reason) {
      warn(cancelOnInterrupt ? await cancelled(operations, place, jobId) : `Job ${jobId} continues: ${look}.\n`);
    } else if (enough?.aborted && error === enough.reason) {
      if (seen !== undefined) await printUnfinished?.(seen);
      throw new JobUnfinishedError(`job ${jobId} was not finished in time and continues: ${look}`);
    }
    throw error;
  }
}

async function cancelled(
  operations: ReturnType<Surface["operationsOf"]>,
  place: string,
  jobId: string,
): Promise<string> {
  try {
    return `Job ${jobId} is ${(await operations.cancel(place, jobId)).status}.\n`;
  } catch (error) {
    return `Job ${jobId} could not be cancelled: ${messageOf(error)}\n`;
  }
}

function stateOf({ id, status }: Job): string {
  return `job ${id} is ${status}`;
}
