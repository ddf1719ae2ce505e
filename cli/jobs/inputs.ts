import type { JobOptions } from "../../client";
import { JOB_BOUNDS } from "../../client/jobs/bounds";
import { isWebUrl } from "../../kernel/text";
import type { Refuse, Values } from "../flags/command";
import { duration, on, parsed } from "../flags/inputs";
import { jsonObject } from "../flags/json-object";

/** The longest time that RunPod permits for a job, in milliseconds. */
const LONGEST_MS = JOB_BOUNDS.ttl.max;

/** The inputs of a command that waits for a job. */
export const waitInputs = {
  follow: on("--follow", "wait for the end of the job and print the result"),
  timeoutMs: duration(
    "--timeout <time>",
    "longest wait for the job; then the command ends with exit code 5, and the job continues",
    {
      min: 1_000,
      max: LONGEST_MS,
    },
  ),
  cancelOnInterrupt: on("--cancel-on-interrupt", "Ctrl-C also cancels the job; by default the job continues"),
};
export type Waiting = Values<typeof waitInputs>;

export function refuseIdleWait(values: Partial<Waiting> & { readonly stream?: boolean }, refuse: Refuse): void {
  const { follow, stream, timeoutMs, cancelOnInterrupt } = values;
  if (follow && stream) refuse("--follow and --stream exclude each other");
  if (follow || stream) return;
  if (timeoutMs !== undefined)
    refuse("--timeout needs --follow or --stream, because the command does not wait otherwise");
  if (cancelOnInterrupt)
    refuse("--cancel-on-interrupt needs --follow or --stream, because the command does not wait otherwise");
}

export const ttl = duration(
  "--ttl <time>",
  "how long RunPod keeps the job from now on, at most 7d; then RunPod removes it, even if it is unfinished",
  JOB_BOUNDS.remainingTtl,
);

/** The flag for the time that RunPod holds a `runsync` request. */
export const wait = duration(
  "--wait <time>",
  "how long RunPod waits for the result before it answers, 1s to 5m (default: 90s)",
  JOB_BOUNDS.wait,
);

/** The inputs of a command that submits a job. */
export const submissionInputs = {
  input: jsonObject("--input <json>", "input for the handler"),
  webhook: parsed("--webhook <url>", "URL that RunPod calls when the job ends", (url, { refuse }) =>
    isWebUrl(url) ? url : refuse("must be an http or https URL"),
  ),
  ttl: duration(
    "--ttl <time>",
    "how long RunPod keeps the job after its submission, 10s to 7d; then RunPod removes it, even if it is unfinished (default: 1d)",
    JOB_BOUNDS.ttl,
  ),
  executionTimeout: duration(
    "--execution-timeout <time>",
    "longest running time of the job, 5s to 7d (default: the limit of the endpoint)",
    JOB_BOUNDS.executionTimeout,
  ),
  lowPriority: on("--low-priority", "submit a job for which the endpoint adds no workers"),
};
export type Submission = Values<typeof submissionInputs>;

export function optionsOf({
  webhook,
  ttl,
  executionTimeout,
  lowPriority,
}: Submission): Pick<JobOptions, "webhook" | "policy"> {
  const given = Object.entries({ ttl, executionTimeout, lowPriority: lowPriority || undefined }).filter(
    ([, value]) => value !== undefined,
  );
  return { webhook, policy: given.length === 0 ? undefined : Object.fromEntries(given) };
}
