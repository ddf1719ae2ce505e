/** The meaning of each exit code of every command. Scripts can rely on these codes. Help and pages show this table. */
const table = {
  done: [0, "", "done"],
  failed: [1, "", "the command failed; the last line on standard error names the reason and the next step"],
  drift: [2, "drift", "resources on RunPod differ from the stack"],
  overBudget: [3, "cost", "the cost is over the budget"],
  unattributed: [3, "billing", "--gpu-id matches no costs, but Podwright does not know the GPUs of some costs"],
  jobUnsuccessful: [4, "jobs, public", "the job failed, was cancelled or timed out"],
  jobUnfinished: [5, "jobs, public", "the wait ended, and the job continues"],
  recoveredInDoubt: [6, "recover", "the recovery is done, but check the listed resources before the next pulumi up"],
  obstructed: [7, "doctor", "a problem would make pulumi up fail"],
  differs: [8, "doctor --live", "RunPod does not behave as Podwright assumes"],
  ruleBroken: [9, "guard", "a resource breaks a rule, and Podwright did not stop it"],
  usage: [64, "", "the command line itself is wrong; the command sent no request"],
  interrupted: [130, "", "interrupted with Ctrl-C"],
  terminated: [143, "", "stopped by SIGTERM"],
} as const;

export type ExitCode = (typeof table)[keyof typeof table][0];

export const exitCodes = Object.fromEntries(Object.entries(table).map(([name, [code]]) => [name, code])) as {
  readonly [Name in keyof typeof table]: (typeof table)[Name][0];
};

interface Row {
  readonly code: ExitCode;
  readonly meaning: string;
}

const rows: readonly (readonly [code: ExitCode, commands: string, meaning: string])[] = Object.values(table);

/** Every exit code. If only some commands use a code, its meaning begins with their names. */
export const exitCodeTable: readonly Row[] = rows.map(([code, of, meaning]) => ({
  code,
  meaning: of === "" ? meaning : `${of}: ${meaning}`,
}));

/** The exit codes of one command, without the codes that all commands share. */
export function exitCodesOf(command: string): readonly Row[] {
  return rows.flatMap(([code, of, meaning]) => {
    if (of.split(", ").includes(command)) return [{ code, meaning }];
    const [name, flag] = of.split(" ");
    return name === command ? [{ code, meaning: `with \`${flag}\`: ${meaning}` }] : [];
  });
}

/** Ends the command with an exit code of its own. A command throws this error after it has printed its result. */
export class Ending extends Error {
  /** A code from `exitCodes`, or the code of another program that the command ran. */
  readonly exitCode: number;
  /** Sentences for standard error. A log often contains only these sentences and not the result. */
  readonly errors: readonly string[];

  constructor(exitCode: number, errors: readonly string[] = []) {
    super(`exit code ${exitCode}`);
    this.exitCode = exitCode;
    this.errors = errors;
  }
}

/** Returns the exit code of a command that ended with this error. */
export function exitCodeOf(error: unknown): number {
  if (error instanceof Ending) return error.exitCode;
  // The function compares the code of the error. A check of the class would load the whole client with every command.
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
