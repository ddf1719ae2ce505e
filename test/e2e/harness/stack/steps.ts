import type { StepEventMetadata } from "@pulumi/pulumi/automation";
import type { EngineRun } from "./engine";
import { isOurs } from "./stack";

export const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/** What a run did or would do to each of our resources: `{ web: "replace" }`. Resources that stay the same are left out. */
export function steps(run: EngineRun): Record<string, string> {
  const ours = stepMetadata(run).filter(({ op }) => op !== "same" && op !== "refresh" && op !== "read");
  const rank = ["create", "update", "delete", "replace"];
  const result: Record<string, string> = {};
  for (const { urn, op } of ours) {
    const plain = op.includes("replace") ? "replace" : op;
    const name = nameOf(urn);
    if (rank.indexOf(plain) >= rank.indexOf(result[name] ?? "")) result[name] = plain;
  }
  return result;
}

/** The steps the engine planned for our resources, as its events report them. */
export function stepMetadata(run: EngineRun): StepEventMetadata[] {
  return run.events
    .flatMap(({ resourcePreEvent, resOutputsEvent }) => [resourcePreEvent, resOutputsEvent])
    .flatMap((event) => (event === undefined ? [] : [event.metadata]))
    .filter(isOurs);
}

/** What differs, per resource, as top-level property names. */
export function diffs(run: EngineRun): Record<string, string[]> {
  const entries = stepMetadata(run).flatMap(({ urn, diffs, op }) =>
    op !== "same" && diffs != null && diffs.length > 0 ? [[nameOf(urn), [...diffs].sort()] as const] : [],
  );
  return Object.fromEntries(entries);
}
