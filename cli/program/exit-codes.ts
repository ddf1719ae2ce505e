/** What each exit code of every command means. A script can rely on them; help and pages show this table. */
export const exitCodes = {
  done: 0,
  failed: 1,
  drift: 2,
  overBudget: 3,
  unattributed: 3,
  jobUnsuccessful: 4,
  jobUnfinished: 5,
  recoveredInDoubt: 6,
  obstructed: 7,
  differs: 8,
  usage: 64,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const meanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done",
  failed: "it failed; the last line on standard error says why and what to do",
  drift: "drift: the platform differs from the stack",
  overBudget: "cost: over the budget",
  unattributed: "billing: the GPU filter matches nothing, and some cost could not be attributed",
  jobUnsuccessful: "jobs, public: the job failed, was cancelled or timed out",
  jobUnfinished: "jobs, public: the wait ended before the job, which continues",
  recoveredInDoubt: "recover: done, but check the listed resources before the next pulumi up",
  obstructed: "doctor: something stands in the way of pulumi up",
  differs: "doctor --live: the platform differs from an assumption",
  usage: "the command line itself is wrong; nothing was sent",
  interrupted: "interrupted with Ctrl-C",
  terminated: "stopped by SIGTERM",
};

export const exitCodeTable: readonly { readonly code: ExitCode; readonly meaning: string }[] = Object.entries(
  meanings,
).map(([name, meaning]) => ({ code: exitCodes[name as keyof typeof exitCodes], meaning }));

/** Thrown by a command that has printed its result, to end with a code of its own. */
export class Ending extends Error {
  readonly exitCode: ExitCode;
  /** For standard error: what a reader of the log should know who does not see the result. */
  readonly errors: readonly string[];

  constructor(exitCode: ExitCode, errors: readonly string[] = []) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
    this.errors = errors;
  }
}

/** The code of a command that ended with this error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof Ending) return error.exitCode;
  // By its code and not by its class: loading the classes would load the whole client with every command.
  switch (error instanceof Error && "code" in error ? error.code : undefined) {
    case "USAGE":
      return exitCodes.usage;
    case "JOB_FAILED":
    case "JOB_CANCELLED":
    case "JOB_TIMED_OUT":
      return exitCodes.jobUnsuccessful;
    case "JOB_UNFINISHED":
      return exitCodes.jobUnfinished;
    default:
      return exitCodes.failed;
  }
}
