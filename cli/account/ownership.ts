/*
 * The one answer to the question whose an item on RunPod is.
 *
 * - `readStacks` reads the witnesses: the states of stacks, and the names of all stacks of the backend.
 * - `claimOf` weighs them for a command that works for one stack. A state is proof. A mark alone is none: a copy of a
 *   pod has the mark of the original, and a mark outlives `stack rename`, `state move` and `retainOnDelete`.
 * - `ownerOf` names the stack for reports that only show it.
 *
 * A command that changes, stops, deletes or imports an item asks `claimOf`, and refuses without proof.
 */

import { oneLine } from "../../kernel/plain-text";
import { someAtOnce } from "../../kernel/some-at-once";
import { originInName } from "../../provider/session/owner";
import type { RunStack } from "../../provider/session/run";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { isSameStack, placeOf, type StackLocation, stackNamed } from "../stack/place";
import { projectAt } from "../stack/project-file";
import { makes } from "../stack/resource-types";
import { type Holder, heldBy, keyOf } from "../stack/siblings";
import { pulumisAtOnce, Stack } from "../stack/stack";
import type { AccountItem } from "./inventory";
import { shownAs } from "./kinds";

/** The Pulumi resource that created or manages an item. */
export interface Owner extends RunStack {
  /** The logical name of the resource. */
  readonly name: string;
  /** Kind of the resource. Absent if it is the kind of the item. */
  readonly kind?: string | undefined;
  /**
   * True if the state of the stack contains the item. `null` if Podwright has not read that state. In that case, the
   * mark of the item names the stack that created it.
   */
  readonly held: boolean | null;
  /** The stack whose state contains the item, as messages name it. */
  readonly place?: string;
  /** The URN in that state. */
  readonly urn?: string;
  /** True if Pulumi refuses to delete the resource. */
  readonly protect?: boolean;
}

export interface OwnedItem extends AccountItem {
  /**
   * The owner of the item. `null` if no known state contains the item and the item has no mark. The state of another
   * project may still contain the item.
   */
  readonly owner: Owner | null;
}

/** A stack of the backend. */
export interface ListedStack extends RunStack {
  /** The folder from which Podwright reads the stack. */
  readonly cwd: string;
  /** True if Pulumi has selected the stack in the folder. */
  readonly isSelected: boolean;
  /** True if the folder contains the stack's project. */
  readonly isOfFolder: boolean;
}

/** The stacks whose states Podwright has read. */
export interface KnownStacks {
  /** The names of the projects in the folders. */
  readonly projects: readonly string[];
  /** The stacks whose states Podwright has read. */
  readonly stacks: readonly RunStack[];
  /** All stacks of the backend by name. Podwright may not have read their states. */
  readonly listed: readonly ListedStack[];
  /** The resources that manage each item. `keyOf` in `stack/siblings.ts` makes the keys. */
  readonly holders: ReadonlyMap<string, readonly Holder[]>;
  /** The resources whose creation has not ended, by the marker of the creation. */
  readonly creating: ReadonlyMap<string, Holder>;
  /**
   * Stacks that Podwright could not read, each with its error as a part of a sentence. These stacks may manage any
   * item.
   */
  readonly unread: readonly string[];
}

export const noStacks: KnownStacks = {
  projects: [],
  stacks: [],
  listed: [],
  holders: new Map(),
  creating: new Map(),
  unread: [],
};

/**
 * `backend`: all stacks of the backend. `project`: the named stacks, or all stacks of the project. `stack`: the named
 * stacks, or the selected stack.
 */
export type Reach = "stack" | "project" | "backend";

/**
 * Reads the states of stacks. If a stack is unreadable, it still reads the others. A folder without a project has stacks
 * only with the reach `backend`. `isKnown` leaves out the stacks whose states the caller has read.
 */
export async function readStacks(
  locations: readonly StackLocation[],
  context: CommandContext,
  reach: Reach = "project",
  isKnown: (stack: RunStack) => boolean = () => false,
): Promise<KnownStacks> {
  const projects: string[] = [];
  const unread: string[] = [];
  const listed = new Map<string, ListedStack>();
  const read = new Map<string, RunStack & StackLocation & { readonly place: string }>();
  const folders = [...new Set(locations.map((one) => one.cwd))];
  const answers = await someAtOnce(folders, pulumisAtOnce, async (cwd) => {
    const found = await projectAt(cwd);
    const names = locations.flatMap((one) => (one.cwd === cwd ? [one.stack] : []));
    if (found === undefined && names.every((name) => name === undefined) && reach !== "backend") return { cwd, found };
    // Only a command without the name of a stack needs the selected stack.
    const anyFolder = !names.includes(undefined);
    const list = () => new Stack({ cwd }, context).allOfBackend(undefined, { anyFolder });
    return { cwd, found, all: await attempt(list, context.signal) };
  });
  for (const { cwd, found, all } of answers) {
    if (found !== undefined && "error" in found) unread.push(found.error);
    const { name: project, backend = "" } = found !== undefined && "value" in found ? found.value : { name: undefined };
    if (project !== undefined) projects.push(project);
    const named = locations.flatMap((one) =>
      one.cwd === cwd && one.stack !== undefined ? stackNamed(one.stack, one.project ?? project) : [],
    );
    if (all === undefined) continue;
    if ("error" in all) unread.push(`the stacks of the backend: ${all.error}`);
    for (const { name, current } of "value" in all ? all.value : []) {
      const stack = stackNamed(name, project);
      // Two folders may have the same backend.
      const key = `${backend} ${shownAs(stack)}`;
      const isOfProject = stack.project === project;
      if (!listed.has(key) || isOfProject)
        listed.set(key, { ...stack, cwd, isSelected: current, isOfFolder: isOfProject });
      const isChosen = reach === "stack" ? current : isOfProject;
      const isWanted = named.length > 0 ? named.some((one) => isSameStack(one, stack)) : isChosen;
      if ((reach !== "backend" && !isWanted) || isKnown(stack)) continue;
      const place = isOfProject ? placeOf({ cwd, stack: stack.stack }) : shownAs(stack);
      if (!read.has(key) || isOfProject) read.set(key, { ...stack, cwd, stack: name, place });
    }
  }
  const readable = [...read.values()];
  const held = await heldBy(
    readable.map(({ cwd, stack, place }) => ({ cwd, stack, place })),
    context,
  );
  return {
    projects,
    stacks: readable.flatMap(({ stack, project }, index) => (held.areRead[index] ? stackNamed(stack, project) : [])),
    listed: [...listed.values()],
    holders: held.allHolders,
    creating: held.creating,
    unread: [...unread, ...held.unread],
  };
}

/** Returns the stack of a location: the named stack, or the stack that Pulumi has selected in the folder. */
export function stackAt({ cwd, stack }: StackLocation, { listed }: KnownStacks): ListedStack | undefined {
  const here = listed.filter((one) => one.cwd === cwd);
  if (stack === undefined) return here.find(({ isSelected }) => isSelected);
  return here.find((one) => isSameStack(one, stackNamed(stack, one.isOfFolder ? one.project : undefined)));
}

/** The answer for a command that works for one stack. */
export type Claim =
  /** The stack of the command manages the item (`state`), or created it according to the item's mark (`mark`). */
  | { readonly is: "ours"; readonly by: Proof; readonly owner: Owner }
  /** Another stack manages the item, or created it according to the item's mark. */
  | { readonly is: "another's"; readonly by: Proof; readonly owner: Owner }
  /** All states were read. None contains the item, and it has no mark. */
  | { readonly is: "nobody's" }
  /** A state that Podwright could not read may contain the item. */
  | { readonly is: "unknown"; readonly unread: readonly string[] };

/** The witness that names the owner. The mark alone proves nothing. */
type Proof = "state" | "mark";

/** The facts of an item that say whose it is. */
type Claimable = Pick<AccountItem, "id" | "name" | "creator" | "clusterId"> & { readonly kind: string };

/** Says whose an item is, for a command of the stack `ours`. An item in two states is another's. */
export function claimOf(item: Claimable, known: KnownStacks, ours: RunStack | undefined): Claim {
  const isOurs = (stack: RunStack) => ours !== undefined && isSameStack(stack, ours);
  const held = holdersOf(item, known);
  const holder = held.find((one) => !isOurs(one)) ?? held[0];
  if (holder !== undefined) {
    return { is: isOurs(holder) ? "ours" : "another's", by: "state", owner: ownerFrom(item, known, holder) };
  }
  const owner = ownerOf(item, known);
  if (owner !== null && !isOurs(owner)) return { is: "another's", by: "mark", owner };
  if (known.unread.length > 0) return { is: "unknown", unread: known.unread };
  return owner === null ? { is: "nobody's" } : { is: "ours", by: "mark", owner };
}

/** Says whose the item is, as a part of a sentence about the item. */
export function claimText(claim: Claim): string {
  if (claim.is === "nobody's") return "no stack of the backend manages it, and it carries no mark of a stack";
  if (claim.is === "unknown")
    return `Podwright cannot tell whose it is, because it could not read ${claim.unread.join("; ")}`;
  const { by, owner } = claim;
  const stack = oneLine(shownAs(owner));
  const name = oneLine(owner.name);
  if (by === "state") return `the stack ${stack} manages it as ${name}`;
  const known =
    owner.held === null
      ? "Podwright has not read the state of that stack"
      : "the state of that stack does not contain it";
  return `its mark says that the stack ${stack} created it as ${name}, and ${known}`;
}

/**
 * Returns the owner of an item. The owner is the stack whose state contains the item, or otherwise the stack in its
 * mark.
 */
export function ownerOf(item: Claimable, known: KnownStacks = noStacks): Owner | null {
  const [holder] = holdersOf(item, known);
  if (holder !== undefined) return ownerFrom(item, known, holder);
  const origin = originOf(item, known.listed);
  if (origin === undefined) return null;
  const isRead = known.stacks.some((one) => isSameStack(one, origin));
  return { ...origin, ...otherKind(item, item.creator?.kind), held: isRead ? false : null };
}

function holdersOf({ kind, id, clusterId }: Claimable, { holders }: KnownStacks): readonly Holder[] {
  const held = holders.get(keyOf({ type: `podwright:index:${kind}`, id }));
  // A state contains only the cluster of a cluster's pod.
  const ofCluster =
    clusterId === undefined ? [] : holders.get(keyOf({ type: "podwright:index:Cluster", id: clusterId }));
  return [...(held ?? []), ...(ofCluster ?? [])];
}

function ownerFrom(item: Claimable, { listed }: KnownStacks, holder: Holder): Owner {
  const { project, stack, name, place, urn, protect, kind } = holder;
  const origin = originOf(item, listed);
  const isCreator = origin !== undefined && isSameStack(origin, holder);
  const organization = isCreator ? origin.organization : holder.organization;
  return { organization, project, stack, name, ...otherKind(item, kind), place, urn, protect, held: true };
}

/** Returns the resource whose unfinished creation made the item: the state announces the creation that the item's mark names. */
export function creatingOf({ creator }: Claimable, { creating }: KnownStacks): Holder | undefined {
  // The pods of a task carry the marker of its creation with their number.
  const marker = creator?.marker.replace(/\.\d+$/, "");
  return marker === undefined ? undefined : creating.get(marker);
}

/** A mark is a text of others, so only a kind that makes such items counts. */
function otherKind(item: Claimable, kind: string | undefined): Pick<Owner, "kind"> {
  return kind !== undefined && makes(kind, item.kind) ? { kind } : {};
}

/** Returns the resource that created an item, from the environment or the generated name of the item. */
export function originOf(
  { creator, name }: Pick<AccountItem, "creator" | "name">,
  stacks: readonly RunStack[],
): (RunStack & { readonly name: string }) | undefined {
  if (creator !== undefined) {
    const { organization, project, stack, name: resource } = creator;
    return { organization, project, stack, name: resource };
  }
  for (const { organization, project, stack } of stacks) {
    const origin = originInName(name, { organization, project, stack });
    if (origin !== undefined) return { organization, project, stack, name: origin.name };
  }
  return undefined;
}
