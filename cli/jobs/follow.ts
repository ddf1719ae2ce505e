import type { Job, JobInput, SubmittedJob } from "../../client";
import { withTimeout } from "../../kernel/clock";
import { messageOf } from "../../kernel/plain-text";
import type { Waiting } from "./inputs";
import { type JobPrinter, printJob } from "./render";
import { type Named, type Place, type Surface, statusCommand } from "./surface";

/** The wait ended before the end of the job. */
export class JobUnfinishedError extends Error {
  readonly code = "JOB_UNFINISHED";
}

export interface Following extends Partial<Waiting>, Place {
  readonly surface: Surface;
  readonly named: Named;
  readonly input?: JobInput | undefined;
  /** Prints the job's last known state if the wait ends before the job ends. */
  readonly printUnfinished?: ((job: Job) => Promise<void>) | undefined;
}

/**
 * Follows a job until the job ends, the user interrupts the command, or the time is over. Then it reports whether the
 * job continues. `job` is the job or its id.
 */
export async function follow<T>(
  following: Following,
  job: Job | string,
  work: (job: SubmittedJob) => Promise<T>,
): Promise<T> {
  const { surface, named, id: place, platform, context, progress } = following;
  const { timeoutMs, cancelOnInterrupt, input, printUnfinished } = following;
  const jobId = typeof job === "string" ? job : job.id;
  const { signal, warn, clock } = context;
  const operations = surface.operationsOf(platform);
  const look = `\`${statusCommand(surface, named, jobId)}\` shows it`;
  const late = new JobUnfinishedError(`job ${jobId} did not finish in time and continues: ${look}`);
  let seen: Job | undefined;
  try {
    return await withTimeout(clock, timeoutMs ?? Number.POSITIVE_INFINITY, late, (enough) =>
      work(
        operations.track(place, job, {
          signal: AbortSignal.any([signal, enough]),
          onStatus: (now) => {
            seen = now;
            progress.update(stateOf(now));
          },
          input,
        }),
      ),
    );
  } catch (error) {
    progress.stop();
    if (signal.aborted && error === signal.reason) {
      warn(cancelOnInterrupt ? await cancelled(operations, place, jobId) : `Job ${jobId} continues: ${look}.\n`);
    } else if (error === late && seen !== undefined) {
      await printUnfinished?.(seen);
    }
    throw error;
  }
}

/** Prints the job when the job or the wait ends. */
export async function followAndPrint(following: Following, job: Job, output: JobPrinter): Promise<void> {
  const print = (now: Job) => printJob(now, { output, ...following });
  await follow({ ...following, printUnfinished: print }, job, async (tracked) => {
    const finished = await tracked.finished();
    following.progress.stop();
    await print(finished);
    await tracked;
  });
}

async function cancelled(
  operations: ReturnType<Surface["operationsOf"]>,
  place: string,
  jobId: string,
): Promise<string> {
  try {
    return `Job ${jobId} is ${(await operations.cancel(place, jobId)).status}.\n`;
  } catch (error) {
    return `Job ${jobId} was not cancelled: ${messageOf(error)}\n`;
  }
}

function stateOf({ id, status }: Job): string {
  return `job ${id} is ${status}`;
}
