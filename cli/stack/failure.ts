import { stripVTControlCharacters } from "node:util";
import type { Result } from "../../provider/hosts/engine/pulumi";
import { hostOf } from "../../provider/pulumi/type-tokens";

/** Reports that a killed run of Pulumi left a file backend unreadable. The states themselves are intact. */
export class EmptyAttributesError extends Error {
  readonly files: readonly string[];

  /** `recover` is the command that deletes the files. */
  constructor(files: readonly string[], recover: string) {
    super(
      `Pulumi cannot read its backend, because a killed run left an empty file: ${files.join(", ")}. ` +
        `The state itself is intact. Run \`${recover}\`, which deletes the empty file, then this command again`,
    );
    this.files = files;
  }
}

/** Another run has locked the stack, or a killed run left its lock. */
export class StackLockedError extends Error {
  constructor(locks: readonly string[], cancel: string) {
    const known = locks.length === 0 ? "" : ` (${locks.join("; ")})`;
    super(
      `the stack is locked by a run that is in progress or was killed${known}: if no run is in progress, run \`${cancel}\` first, then this command again`,
    );
  }
}

/** Why a command of Pulumi failed. */
export interface Failure {
  /** The reason in words of Pulumi or of Podwright's provider. */
  readonly reason: string | undefined;
  /** What the program or another provider printed. It may contain secrets, so only the log shows it. */
  readonly printed: string;
}

/** Reads the reason of a failure from what Pulumi printed. A reason may have several lines. */
export function failureIn({ stderr, stdout }: Result): Failure {
  // A run of the engine prints its errors to standard output, among the words of the program. Pulumi's other errors go
  // to standard error.
  const own = errorsIn(linesOf(stderr));
  const [, ...sections] = linesOf(stdout)
    .join("\n")
    .split(/^ {2}(?=\S+ \(.*\):$)/m);
  const ours = sections.filter((section) => isOurs(section.slice(0, section.indexOf(" "))));
  const errors = [...own, ...ours.flatMap((section) => errorsIn(section.split("\n")))];
  // Pulumi's line that only reports the failure comes before or after the reason.
  const [reason] = errors.filter((text) => !onlyThatItFailed.test(text));
  const printed = stdout.slice(Math.max(0, stdout.indexOf("\nDiagnostics:\n"))).trim() || stderr.trim();
  return { reason: reason?.replace(/^error: /, "") ?? (own.length === 0 ? lastLine(stderr) : undefined), printed };
}

function isOurs(type: string): boolean {
  return hostOf(type) !== undefined || type === "pulumi:providers:podwright";
}

function errorsIn(lines: readonly string[]): string[] {
  const trimmed = lines.map((line) => line.trim());
  return trimmed.flatMap((line, index) => {
    if (!line.startsWith("error: ")) return [];
    const end = trimmed.findIndex((later, at) => at > index && (later === "" || /^(error|warning): /.test(later)));
    return [trimmed.slice(index, end === -1 ? undefined : end).join(" ")];
  });
}

function linesOf(text: string): string[] {
  return stripVTControlCharacters(text).split(/\r?\n/);
}

function lastLine(text: string): string | undefined {
  return stripVTControlCharacters(text).trim().split("\n").at(-1) || undefined;
}

const onlyThatItFailed = /^error: (preview|update|refresh) failed$/i;
