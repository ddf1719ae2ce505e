import { plainLines } from "../../client/values/plain-text";
import { formatProblems, type Problem } from "../planning/check";

/** A failed check as the engine gets it: no property, and all problems in one reason. */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** A failure that named its property would make the engine print that property's value, secret or not. */
export function checkFailures(problems: readonly Problem[]): CheckFailure[] {
  return failuresOf(problems.length === 0 ? [] : [formatProblems(problems)]);
}

/** One failure of all lines. */
export function failuresOf(lines: readonly string[]): CheckFailure[] {
  return lines.length === 0 ? [] : [{ property: "", reason: plainLines(lines.join("\n")) }];
}
