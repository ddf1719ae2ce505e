import type { Happening } from "./happenings";
import { terminal } from "./terminal";

/** A claim of the tour that is false. */
export class ClaimFailed extends Error {
  override readonly name = "ClaimFailed";
}

/** Shows a claim if it is true. Ends the tour if it is false. */
export function prove(claim: string, holds: boolean, found?: unknown): void {
  if (!holds) {
    throw new ClaimFailed(
      `this claim of the tour is false: ${claim}${found === undefined ? "" : ` (found: ${JSON.stringify(found)})`}`,
    );
  }
  terminal.proven(claim);
}

/** Returns the operations that Pulumi ran or planned, each as `update Pod "web"`. */
export function operationsIn(happenings: readonly Happening[]): string[] {
  return happenings.flatMap((happening) =>
    happening.kind === "operation" ? [`${happening.op} ${happening.resource}`] : [],
  );
}

/** Returns true if the provider printed lines that match the patterns, in this order. */
export function saidInOrder(happenings: readonly Happening[], ...patterns: readonly RegExp[]): boolean {
  const lines = happenings.flatMap((happening) => (happening.kind === "progress" ? [happening.text] : []));
  let next = 0;
  for (const line of lines) if (patterns[next]?.test(line)) next += 1;
  return next === patterns.length;
}
