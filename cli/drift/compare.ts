import { messageOf } from "../../provider/values/errors";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { byKindAndName, hostOf } from "../stack/resource-types";
import { Stack, type StackLocation } from "../stack/stack";
import { nameOf, type PendingOperation, pendingIn, resourcesIn, type StateResource, stackOf } from "../stack/state";
import { differencesIn } from "./differences";
import { lastDeclared } from "./last-declared";
import { lostSince } from "./lost";
import type { StackDrift } from "./report";
import { undeclaredIn, unrecordedIn } from "./undeclared";

/** A compared stack, with its resources. */
export interface Compared {
  readonly stack: Stack;
  readonly drift: StackDrift;
  readonly resources: readonly StateResource[];
  /** RunPod's ids of the resources that the stack holds. */
  readonly ids: readonly string[];
  /** Logical names in it. */
  readonly names: readonly string[];
  /** Podwright's creations whose end the state does not show. */
  readonly pending: readonly PendingOperation[];
}

/** Compares one stack with RunPod. Writes neither to the state nor to RunPod. `strict` as in `DriftOptions`. */
export async function compare(location: StackLocation, context: CommandContext, strict: boolean): Promise<Compared> {
  const stack = new Stack(location, context);
  const { cwd } = location;
  const none = { checked: 0, resources: [], undeclared: [], unfinished: [], notes: [] };
  const base = { cwd, stack: location.stack ?? null, ...none };
  try {
    // One after the other: an interruption must not leave one of two commands behind.
    const state = await stack.state();
    // A backend without history must not prevent the comparison.
    const history = await attempt(() => stack.history(), context.signal);
    const resources = resourcesIn(state);
    const ours = resources.filter(({ type, id }) => hostOf(type) !== undefined && id !== undefined);
    const steps = ours.length === 0 ? [] : await stack.previewRefresh(targetsOf(resources, ours));
    const pending = pendingIn(state).filter(({ type, resource }) => type === "creating" && hostOf(resource.type));
    const runs = valueIn(history) ?? [];
    const commandLine = (command: string) => stack.commandLine(command);
    const declared = lastDeclared({ state, runs, commandLine });
    const lost = await lostSince({ stack, location, resources, runs, removals: declared.removals }, context);
    const name = location.stack ?? stackOf(resources[0]?.urn) ?? null;
    const drift = {
      ...base,
      stack: name,
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
      ],
    };
    const names = [...resources, ...pending.map(({ resource }) => resource)].map(({ urn }) => nameOf(urn));
    return { stack, drift, resources, ids: ours.map(({ id = "" }) => id), names, pending };
  } catch (error) {
    context.signal.throwIfAborted();
    const drift = { ...base, error: messageOf(error) };
    return { stack, drift, resources: [], ids: [], names: [], pending: [] };
  }
}

/** Reads no resources of other providers: that could take long, and needs their credentials. */
function targetsOf(resources: readonly StateResource[], ours: readonly StateResource[]): readonly string[] {
  const foreign = resources.some(
    ({ type, id }) => id !== undefined && hostOf(type) === undefined && !type.startsWith("pulumi:"),
  );
  return foreign ? [...new Set(ours.map(({ urn }) => urn))] : [];
}

function notesOn(unrecorded: readonly StateResource[], stack: Stack): string[] {
  if (unrecorded.length === 0) return [];
  const names = unrecorded.map(({ urn }) => nameOf(urn)).join(", ");
  return [
    `Podwright does not compare the undeclared inputs yet of ${names}: \`${stack.commandLine("pulumi refresh")}\` records it.`,
  ];
}
