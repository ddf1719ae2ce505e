/** A fault of the command line. The error contains all faults, each as a sentence without its full stop. */
export class UsageError extends Error {
  readonly code = "USAGE";

  constructor(problems: readonly string[]) {
    const list = problems.map((problem) => `  ${problem}`).join("\n");
    super(problems.length === 1 ? problems.join() : `${problems.length} things are wrong:\n${list}`);
  }
}

/** Quotes a text and shortens it, because a user may have pasted a long text by mistake. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}
