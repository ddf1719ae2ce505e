/** The command line is wrong: every fault that was found, each a sentence without its full stop. */
export class UsageError extends Error {
  readonly code = "USAGE";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.length === 1 ? problems.join() : `${problems.length} things are wrong:\n${list(problems)}`);
    this.problems = problems;
  }
}

function list(problems: readonly string[]): string {
  return problems.map((problem) => `  ${problem}`).join("\n");
}
