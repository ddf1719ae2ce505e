import type { Span } from "../output/report";
import { counted } from "../output/text";
import { placeOf } from "../stack/place";
import { countedChanges, countedResources, driftedIn, findingsOf } from "./findings";
import type { ResourceDrift, StackDrift } from "./report";

/**
 * Describes a stack in one line, with the names of the drifted resources, such as `prod: drift in 2 of 3 resources
 * (gone: web; changed: jobs)`.
 */
export function lineOn(stack: StackDrift): string {
  const { error } = stack;
  const resources = countedResources(stack);
  const unfinished = findingsOf(stack).filter(({ drift }) => drift === "unfinished");
  if (error !== undefined) return `${placeOf(stack)}: not compared: ${error}`;
  const verdict = verdictOn(stack).map((span) => (typeof span === "string" ? span : span[1]));
  const facts = [
    ...severity.map((drift) => [drift, resources.filter((one) => one.drift === drift)] as const),
    ["changed outside", countedChanges(stack)] as const,
  ].flatMap(([what, found]) => (found.length === 0 ? [] : [`${what}: ${namesOf(found)}`]));
  const all = [...facts, ...(unfinished.length === 0 ? [] : ["unfinished"])];
  return `${placeOf(stack)}: ${verdict.join("")}${all.length === 0 ? "" : ` (${all.join("; ")})`}`;
}

/** Describes the result of a stack's comparison in a few words. */
export function verdictOn(stack: StackDrift): Span[] {
  const drifted = driftedIn(stack);
  const compared = counted(stack.checked, "resource");
  if (drifted > 0) return [["bad", "drift"], ` in ${drifted} of ${compared}`];
  return [findingsOf(stack).length > 0 ? ["bad", "not in sync"] : ["good", "in sync"], `, ${compared} compared`];
}

/** The kinds of drift, the most serious first. */
export const severity: readonly ResourceDrift["drift"][] = ["gone", "lost", "stopped", "changed"];

const mostNames = 5;

/** Lists a few names, and counts the other names. */
export function namesOf(found: readonly { readonly name: string }[]): string {
  const names = [...new Set(found.map(({ name }) => name))];
  const more = names.length - mostNames;
  return `${names.slice(0, mostNames).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}
