import { messageOf } from "../../provider/resources/errors";
import type { CommandContext } from "../context";
import { byKindAndName, hostOf } from "../kinds";
import { Stack, type StackLocation } from "../stack";
import { nameOf, type PendingOperation, parseState, pendingIn, type StateResource, stackOf } from "../state";
import { differencesIn } from "./differences";
import type { StackDrift } from "./report";

/** A stack as it was compared, with what it holds. */
export interface Compared {
  readonly stack: Stack;
  readonly drift: StackDrift;
  /** Ids on the platform that the stack holds. */
  readonly ids: readonly string[];
  /** Logical names in it. */
  readonly names: readonly string[];
  /** Creations of ours whose end it does not know. */
  readonly pending: readonly PendingOperation[];
}

/** Compares one stack with the platform. Nothing is written, neither to the state nor to the platform. */
export async function compare(location: StackLocation, context: CommandContext): Promise<Compared> {
  const stack = new Stack(location, context);
  const base = { cwd: location.cwd, stack: location.stack ?? null, checked: 0, resources: [], notes: [] };
  try {
    const state = parseState(await stack.export());
    const resources = state.deployment?.resources ?? [];
    const ours = resources.filter(({ type, id }) => hostOf(type) !== undefined && id !== undefined);
    const found = ours.length === 0 ? [] : differencesIn(await stack.previewRefresh(targetsOf(resources, ours)));
    const pending = pendingIn(state).filter(({ type, resource }) => type === "creating" && hostOf(resource.type));
    const name = location.stack ?? stackOf(resources[0]?.urn) ?? null;
    const drift = {
      ...base,
      stack: name,
      checked: ours.length,
      resources: found.toSorted(byKindAndName),
      notes: notesOn(pending, stack),
    };
    const names = [...resources, ...pending.map(({ resource }) => resource)].map(({ urn }) => nameOf(urn));
    return { stack, drift, ids: ours.map(({ id = "" }) => id), names, pending };
  } catch (error) {
    context.signal.throwIfAborted();
    const drift = { ...base, error: messageOf(error) };
    return { stack, drift, ids: [], names: [], pending: [] };
  }
}

/** Resources of other providers are not read: that could take long, and needs their credentials. */
function targetsOf(resources: readonly StateResource[], ours: readonly StateResource[]): readonly string[] {
  const foreign = resources.some(
    ({ type, id }) => id !== undefined && hostOf(type) === undefined && !type.startsWith("pulumi:"),
  );
  return foreign ? [...new Set(ours.map(({ urn }) => urn))] : [];
}

function notesOn(pending: readonly PendingOperation[], stack: Stack): string[] {
  if (pending.length === 0) return [];
  const names = pending.map(({ resource }) => nameOf(resource.urn)).join(", ");
  return [
    `A run is under way or was killed while it created ${names}, which the state does not hold yet: ` +
      `if no run is under way, \`${stack.commandLine("podwright recover")}\` finds what it made.`,
  ];
}
