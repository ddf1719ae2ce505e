import { stripVTControlCharacters } from "node:util";
import type { Result } from "../../provider/hosts/engine/pulumi";
import { quoted } from "./place";

/** Reports that a killed run of Pulumi left a file backend unreadable. The states themselves are intact. */
export class EmptyAttributesError extends Error {
  constructor(files: readonly string[]) {
    super(
      `Pulumi cannot read its backend, because a killed run left an empty file: ${files.join(", ")}. ` +
        `The state itself is intact. Run \`rm ${files.map(quoted).join(" ")}\`, then this command again`,
    );
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

/** Returns the reason of a failure in Pulumi's own words. A reason may have several lines. */
export function reasonOf({ stderr, stdout }: Result): string {
  // A run of the engine prints its errors among its results, to standard output. Other errors go to standard error.
  const lines = stripVTControlCharacters(`${stderr}\n${stdout}`)
    .split("\n")
    .map((line) => line.trim());
  const errors = lines.flatMap((line, index) => {
    if (!line.startsWith("error: ")) return [];
    const end = lines.findIndex((later, at) => at > index && (later === "" || /^(error|warning): /.test(later)));
    return [lines.slice(index, end === -1 ? undefined : end).join(" ")];
  });
  // Pulumi's line that only reports the failure comes before or after the reason.
  const reason = errors.find((text) => !onlyThatItFailed.test(text)) ?? errors[0] ?? stderr.trim().split("\n").at(-1);
  return (reason ?? "").replace(/^error: /, "");
}

const onlyThatItFailed = /^error: (preview|update|refresh) failed$/i;
