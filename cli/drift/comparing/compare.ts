import { attempt, valueIn } from "../../context/attempt";
import type { CommandContext } from "../../context/context";
import type { StackLocation } from "../../stack/place";
import { byKindAndName, hostOf } from "../../stack/resource-types";
import { Stack } from "../../stack/stack";
import {
  type ExportedState,
  nameOf,
  type PendingOperation,
  pendingIn,
  resourcesIn,
  type StateResource,
  stackOf,
} from "../../stack/state";
import type { StackDrift } from "../report";
import { differencesIn } from "./differences";
import { lastDeclared } from "./last-declared";
import { lostSince } from "./lost";
import { notesOnMarks } from "./marks";
import { refreshed } from "./refreshed";
import { undeclaredIn, unrecordedIn, withoutBaselineIn } from "./undeclared";

/** A compared stack, with its resources. */
export interface Compared {
  readonly stack: Stack;
  readonly location: StackLocation;
  readonly drift: StackDrift;
  /** True if Podwright could read the state. Otherwise the stack may manage any resource. */
  readonly isRead: boolean;
  readonly resources: readonly StateResource[];
  /** Ids of the stack's resources on RunPod. */
  readonly ids: readonly string[];
  /** Logical names in the stack. */
  readonly names: readonly string[];
  /** Pending creations of Podwright's resources in the state. */
  readonly pending: readonly PendingOperation[];
}

/** Compares one stack with RunPod. It changes neither the state nor RunPod. `DriftOptions` describes `strict`. */
export async function compare(location: StackLocation, context: CommandContext, strict: boolean): Promise<Compared> {
  const stack = new Stack(location, context);
  const { signal } = context;
  // The commands run one after the other, so that an interruption leaves no command running.
  const state = await attempt(() => stack.state(), signal);
  if ("error" in state) return { ...notCompared(location, state.error), stack, location };
  const held = holdingOf(state.value);
  const compared = await attempt(
    () => driftOf({ stack, location, state: state.value, ...held, strict }, context),
    signal,
  );
  const drift = "value" in compared ? compared.value : notCompared(location, compared.error).drift;
  return { stack, location, drift, isRead: true, ...held };
}

/** Returns the report on a stack, or on all stacks of a folder, that Podwright could not compare. */
export function notCompared({ cwd, stack }: StackLocation, error: string): Omit<Compared, "stack" | "location"> {
  const drift = {
    cwd,
    stack: stack ?? null,
    checked: 0,
    resources: [],
    undeclared: [],
    unfinished: [],
    notes: [],
    error,
  };
  return { drift, isRead: false, resources: [], ids: [], names: [], pending: [] };
}

function holdingOf(state: ExportedState): Pick<Compared, "resources" | "ids" | "names" | "pending"> {
  const resources = resourcesIn(state);
  const pending = pendingIn(state).filter(({ type, resource }) => type === "creating" && hostOf(resource.type));
  const names = [...resources, ...pending.map(({ resource }) => resource)].map(({ urn }) => nameOf(urn));
  return { resources, ids: oursIn(resources).map(({ id = "" }) => id), names, pending };
}

function oursIn(resources: readonly StateResource[]): readonly StateResource[] {
  return resources.filter(({ type, id }) => hostOf(type) !== undefined && id !== undefined);
}

interface Comparison extends Pick<Compared, "stack" | "location" | "resources"> {
  readonly state: ExportedState;
  readonly strict: boolean;
}

async function driftOf(
  { stack, location, state, resources, strict }: Comparison,
  context: CommandContext,
): Promise<StackDrift> {
  // A backend without history must not prevent the comparison.
  const history = await attempt(() => stack.history(), context.signal);
  const ours = oursIn(resources);
  const { steps, unmarked } = await refreshed(stack, resources, context);
  const runs = valueIn(history) ?? [];
  const commandLine = (command: string) => stack.commandLine(command);
  const declared = lastDeclared({ state, runs, commandLine });
  const lost = await lostSince({ stack, location, resources, runs, removals: declared.removals }, context);
  return {
    cwd: location.cwd,
    stack: location.stack ?? stackOf(resources[0]?.urn) ?? null,
    checked: ours.length + lost.resources.length,
    resources: [...differencesIn(steps), ...lost.resources].toSorted(byKindAndName),
    undeclared: undeclaredIn(steps, strict).toSorted(byKindAndName),
    lastUpdate: declared.lastUpdate,
    unfinished: [...declared.unfinished, ...lost.unfinished],
    notes: [
      ...("value" in history
        ? declared.notes
        : [`Podwright cannot tell whether the last update succeeded: ${history.error}`]),
      ...notesOn(unrecordedIn(ours), stack),
      ...notesOnMarks(unmarked),
      ...beginningNotes(withoutBaselineIn(ours), stack),
    ],
  };
}

function notesOn(unrecorded: readonly StateResource[], stack: Stack): string[] {
  if (unrecorded.length === 0) return [];
  const names = unrecorded.map(({ urn }) => nameOf(urn)).join(", ");
  return [
    `The state does not record the inputs of ${names} that the program leaves out. Podwright compares them after \`${stack.commandLine("pulumi refresh")}\`.`,
  ];
}

function beginningNotes(without: readonly StateResource[], stack: Stack): string[] {
  if (without.length === 0) return [];
  const names = without.map(({ urn }) => nameOf(urn)).join(", ");
  return [
    `An older release of Podwright wrote the state of ${names}, so earlier refreshes may have hidden changes of inputs that the program leaves out. From the next \`${stack.commandLine("pulumi refresh")}\` on, the state keeps each such change.`,
  ];
}
