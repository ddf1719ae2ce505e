import type { Command } from "commander";
import type { JobInput, JobOptions } from "../../client";
import type { FlagCheck } from "../flags/flag-check";
import { readJsonObject } from "../flags/json-object";
import type { CommandContext } from "../program/context";

const SECOND = 1_000;
const MINUTE = 60_000;
export const WEEK = 604_800_000;

/** As they were typed. */
export interface SubmissionFlags {
  readonly input?: string;
  readonly webhook?: string;
  readonly ttl?: string;
  readonly executionTimeout?: string;
  readonly lowPriority?: boolean;
}

export interface Submission {
  readonly input: JobInput;
  readonly options: Pick<JobOptions, "webhook" | "policy">;
}

/** The flags of whatever submits a job. */
export function addSubmissionFlags(command: Command): Command {
  return command
    .option("--input <json>", "what the handler gets: JSON, @file, or - for standard input")
    .option("--webhook <url>", "is called when the job is finished")
    .option("--ttl <time>", "the job is removed this long after its submission, 10s to 7d (default: 1d)")
    .option("--execution-timeout <time>", "longest run, 5s to 7d (default: the endpoint's)")
    .option("--low-priority", "does not make the endpoint add workers");
}

export async function readSubmission(
  check: FlagCheck,
  flags: SubmissionFlags,
  context: CommandContext,
): Promise<Submission> {
  const input = await readJsonObject(check, { flag: "--input", given: flags.input }, context);
  if (flags.webhook !== undefined && !isWebUrl(flags.webhook)) {
    check.refuse("--webhook must be an http or https URL");
  }
  const ttl = check.duration("--ttl", flags.ttl, { min: 10 * SECOND, max: WEEK });
  const executionTimeout = check.duration("--execution-timeout", flags.executionTimeout, {
    min: 5 * SECOND,
    max: WEEK,
  });
  const policy = definedOf({ ttl, executionTimeout, lowPriority: flags.lowPriority });
  return { input, options: { webhook: flags.webhook, policy } };
}

/** How long the platform holds a `runsync` request. */
export function readWait(check: FlagCheck, wait: string | undefined): number | undefined {
  return check.duration("--wait", wait, { min: SECOND, max: 5 * MINUTE });
}

function isWebUrl(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

/** Without what was not given; nothing at all when nothing was. */
function definedOf<T extends object>(values: T): T | undefined {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return given.length === 0 ? undefined : (Object.fromEntries(given) as T);
}
