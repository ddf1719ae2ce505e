import { someAtOnce } from "../../kernel/some-at-once";
import { nameOf, stackOf } from "../../provider/hosts/properties/urn";
import { markerOf } from "../../provider/planning/marker";
import type { RunStack } from "../../provider/session/run";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { ownName, placeOf, type StackLocation, stackNamed } from "./place";
import { heldItem, hostOf, kindOf } from "./resource-types";
import { pulumisAtOnce, Stack } from "./stack";
import { pendingIn, resourcesIn, type StateResource } from "./state";

/** The resource in a state that manages an item of RunPod. */
export interface Holder extends RunStack {
  /** Name of the stack in reports. */
  readonly place: string;
  /** The logical name of the resource. */
  readonly name: string;
  readonly urn: string;
  /** Kind of the resource, which may differ from the kind of the item: a task manages a pod. */
  readonly kind?: string | undefined;
  /** True if Pulumi refuses to delete the resource. */
  readonly protect: boolean;
}

/** The resources of the other stacks of a project. */
export interface HeldBySiblings {
  /**
   * The stacks with their short names and their names in reports. `isRead` is true if Podwright could read the state.
   */
  readonly stacks: readonly { readonly name: string; readonly place: string; readonly isRead: boolean }[];
  /** The resource that manages each item. `keyOf` makes the keys. */
  readonly holders: ReadonlyMap<string, Holder>;
  /** Every resource that manages an item. Two states may contain the same item. */
  readonly allHolders: ReadonlyMap<string, readonly Holder[]>;
  /** The resources whose creation has not ended, by the marker of the creation. */
  readonly creating: ReadonlyMap<string, Holder>;
  /**
   * Stacks that Podwright could not read, each with its error as a part of a sentence. Podwright does not know their
   * resources.
   */
  readonly unread: readonly string[];
}

/** An id is unique only within its kind. */
export function keyOf({ type, id = "" }: Pick<StateResource, "type" | "id">): string {
  return `${kindOf(type) ?? type} ${id}`;
}

/** Returns the keys of the items that a resource manages. */
function keysOf(resource: StateResource): string[] {
  const held = heldItem(resource.type, resource.outputs);
  return [keyOf(resource), ...(held === undefined ? [] : [`${held.kind} ${held.id}`])];
}

/**
 * Reads the states of the project's other stacks, except those for which `isSeen` returns true. If a stack is
 * unreadable, it still reads the others.
 */
export async function heldBySiblings(
  cwd: string,
  isSeen: (sibling: { readonly name: string; readonly current: boolean }) => boolean,
  context: CommandContext,
): Promise<HeldBySiblings> {
  const listed = await attempt(() => new Stack({ cwd }, context).siblings(), context.signal);
  if ("error" in listed)
    return {
      stacks: [],
      holders: new Map(),
      allHolders: new Map(),
      creating: new Map(),
      unread: [`the stacks of the project: ${listed.error}`],
    };
  const others = listed.value.filter((one) => !isSeen({ ...one, name: ownName(one.name) }));
  const { areRead, ...held } = await heldBy(
    others.map(({ name }) => ({ cwd, stack: name })),
    context,
  );
  const stacks = others.map(({ name }, index) => {
    const isRead = areRead[index] ?? false;
    return { name: ownName(name), place: placeOf({ cwd, stack: name }), isRead };
  });
  return { ...held, stacks };
}

/**
 * Reads the states of stacks. If a stack is unreadable, it still reads the others. `areRead` has the order of the
 * locations. A location may have a name of its own for reports.
 */
export async function heldBy(
  locations: readonly (StackLocation & { readonly place?: string })[],
  context: CommandContext,
): Promise<Omit<HeldBySiblings, "stacks"> & { readonly areRead: readonly boolean[] }> {
  const all = new Map<string, Holder[]>();
  const creating = new Map<string, Holder>();
  const unread: string[] = [];
  const areRead = await someAtOnce(locations, pulumisAtOnce, async (location) => {
    const { place = placeOf(location) } = location;
    const { organization } = stackNamed(location.stack ?? "");
    const state = await attempt(() => new Stack(location, context).state(), context.signal);
    if ("error" in state) unread.push(`${place}: ${state.error}`);
    const holderOf = ({ urn, type, protect = false }: StateResource): Holder => ({
      ...stackOf(urn),
      organization,
      place,
      name: nameOf(urn),
      urn,
      kind: kindOf(type),
      protect,
    });
    for (const { type, resource } of "value" in state ? pendingIn(state.value) : []) {
      const marker = markerOf(resource.inputs ?? {});
      if (type === "creating" && marker !== undefined) creating.set(marker, holderOf(resource));
    }
    for (const resource of "value" in state ? resourcesIn(state.value) : []) {
      const { type, id, external } = resource;
      if (id === undefined || hostOf(type) === undefined || external === true) continue;
      const holder = holderOf(resource);
      for (const key of keysOf(resource)) all.set(key, [...(all.get(key) ?? []), holder]);
    }
    return "value" in state;
  });
  const holders = new Map([...all].flatMap(([key, [first]]) => (first === undefined ? [] : [[key, first] as const])));
  return { areRead, holders, allHolders: all, creating, unread: unread.sort() };
}
