import type { StepEventMetadata } from "@pulumi/pulumi/automation";
import { expect } from "vitest";
import type { EngineRun } from "./engine";
import { isOurs, type TestStack } from "./stack";

export const nameOf = (urn: string): string => urn.slice(urn.lastIndexOf("::") + 2);

/** A run's step for each changed Podwright resource: `{ web: "replace" }`. */
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

/** The engine's planned steps for Podwright's resources, from its events. */
export function stepMetadata(run: EngineRun): StepEventMetadata[] {
  return run.events
    .flatMap(({ resourcePreEvent, resOutputsEvent }) => [resourcePreEvent, resOutputsEvent])
    .flatMap((event) => (event === undefined ? [] : [event.metadata]))
    .filter(isOurs);
}

/** The changed top-level properties of each resource. */
export function diffs(run: EngineRun): Record<string, string[]> {
  const entries = stepMetadata(run).flatMap(({ urn, diffs, op }) =>
    op !== "same" && diffs != null && diffs.length > 0 ? [[nameOf(urn), [...diffs].sort()] as const] : [],
  );
  return Object.fromEntries(entries);
}

interface Run {
  readonly ok: boolean;
  readonly text: string;
}

/** Returns the run; a failure shows its text. */
export async function mustSucceed<T extends Run>(running: Promise<T>): Promise<T> {
  const run = await running;
  expect(run.ok, run.text).toBe(true);
  return run;
}

export async function mustFail<T extends Run>(running: Promise<T>): Promise<T> {
  const run = await running;
  expect(run.ok, run.text).toBe(false);
  return run;
}

/** Declares these resources and brings them up. */
export function deploy(stack: TestStack, ...program: Parameters<TestStack["declare"]>): Promise<EngineRun> {
  stack.declare(...program);
  return mustSucceed(stack.up());
}

/** A successful run with exactly these steps for Podwright's resources. */
export async function mustDo(running: Promise<EngineRun>, done: Readonly<Record<string, string>>): Promise<EngineRun> {
  const run = await mustSucceed(running);
  expect(steps(run), run.text).toEqual(done);
  return run;
}

export function mustChangeNothing(running: Promise<EngineRun>): Promise<EngineRun> {
  return mustDo(running, {});
}

/** The ids of Podwright's resources by name. */
export function idsOf(stack: TestStack): Record<string, string> {
  return Object.fromEntries(stack.resources().map(({ urn, id = "" }) => [nameOf(urn), id]));
}
