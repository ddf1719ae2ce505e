import { plainLines } from "../../kernel/plain-text";
import { formatProblems, type Problem } from "../planning/check";

/** Tells the engine that a check failed. The failure names no property and puts all problems into one reason. */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/**
 * Puts all problems into one failure without a property. If a failure names a property, the engine prints its value,
 * even a secret value.
 */
export function checkFailures(problems: readonly Problem[]): CheckFailure[] {
  return failuresOf(problems.length === 0 ? [] : [formatProblems(problems)]);
}

/** Joins all lines into one failure. */
export function failuresOf(lines: readonly string[]): CheckFailure[] {
  return lines.length === 0 ? [] : [{ property: "", reason: plainLines(lines.join("\n")) }];
}
