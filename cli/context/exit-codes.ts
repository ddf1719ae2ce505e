/** The meaning of each exit code of every command. A script can rely on them; help and pages show this table. */
const table = {
  done: [0, "done"],
  failed: [1, "it failed; the last line on standard error says why and what to do"],
  drift: [2, "drift: the platform differs from the stack"],
  overBudget: [3, "cost: over the budget"],
  unattributed: [3, "billing: the GPU filter matches nothing, and some cost could not be attributed"],
  jobUnsuccessful: [4, "jobs, public: the job failed, was cancelled or timed out"],
  jobUnfinished: [5, "jobs, public: the wait ended before the job, which continues"],
  recoveredInDoubt: [6, "recover: done, but check the listed resources before the next pulumi up"],
  obstructed: [7, "doctor: something stands in the way of pulumi up"],
  differs: [8, "doctor --live: the platform differs from an assumption"],
  usage: [64, "the command line itself is wrong; nothing was sent"],
  interrupted: [130, "interrupted with Ctrl-C"],
  terminated: [143, "stopped by SIGTERM"],
} as const;

export type ExitCode = (typeof table)[keyof typeof table][0];

export const exitCodes = Object.fromEntries(Object.entries(table).map(([name, [code]]) => [name, code])) as {
  readonly [Name in keyof typeof table]: (typeof table)[Name][0];
};

export const exitCodeTable: readonly { readonly code: ExitCode; readonly meaning: string }[] = Object.values(table).map(
  ([code, meaning]) => ({ code, meaning }),
);

/** Thrown by a command that has printed its result, to end with a code of its own. */
export class Ending extends Error {
  readonly exitCode: ExitCode;
  /** Sentences for standard error, for a reader of the log who does not see the result. */
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
