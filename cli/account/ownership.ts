import { originInName } from "../../provider/session/owner";
import type { RunStack } from "../../provider/session/run";
import type { CommandContext } from "../context/context";
import type { StackLocation } from "../stack/place";
import { projectAt } from "../stack/project-file";
import { type Holder, heldBy, heldBySiblings, keyOf, ownName } from "../stack/siblings";
import type { AccountItem } from "./inventory";

/** The Pulumi resource that created or manages an item. */
export interface Owner extends RunStack {
  /** The logical name of the resource. */
  readonly name: string;
  /**
   * True if the state of the stack contains the item. `null` if Podwright has not read that state. In that case, the
   * mark of the item names the stack that created it.
   */
  readonly held: boolean | null;
  /** The stack whose state contains the item, as messages name it. */
  readonly place?: string;
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

/** The stacks whose states Podwright has read. */
export interface KnownStacks {
  /** The names of the projects in the folders. */
  readonly projects: readonly string[];
  readonly stacks: readonly RunStack[];
  /** The resource that manages each item. `keyOf` in `stack/siblings.ts` makes the keys. */
  readonly holders: ReadonlyMap<string, Holder>;
  /**
   * Stacks that Podwright could not read, each with its error as a part of a sentence. These stacks may manage any
   * item.
   */
  readonly unread: readonly string[];
}

/**
 * Reads the states of the named stacks. If a location names no stack, reads all stacks of its project. A folder without
 * a project has no stacks.
 */
export async function readStacks(locations: readonly StackLocation[], context: CommandContext): Promise<KnownStacks> {
  // The project of these stacks has no folder, so Podwright knows only the stacks that the caller names.
  const apart = locations.filter(({ project }) => project !== undefined);
  const folders = new Set(locations.flatMap(({ cwd, project }) => (project === undefined ? cwd : [])));
  const stacks: RunStack[] = [];
  const holders = new Map<string, Holder>();
  const unread: string[] = [];
  const projects: string[] = [];
  for (const cwd of folders) {
    const found = await projectAt(cwd);
    if (found === undefined) continue;
    if ("error" in found) {
      unread.push(found.error);
      continue;
    }
    const { name: project } = found.value;
    projects.push(project);
    const names = locations.flatMap((one) => (one.cwd === cwd && one.stack !== undefined ? ownName(one.stack) : []));
    const held = await heldBySiblings(cwd, ({ name }) => names.length > 0 && !names.includes(name), context);
    const read = held.stacks.filter(({ isRead }) => isRead);
    stacks.push(...read.map(({ name: stack }) => ({ organization: "-", project, stack })));
    for (const [key, holder] of held.holders) holders.set(key, holder);
    unread.push(...held.unread);
  }
  const held = await heldBy(apart, context);
  for (const [index, { project = "", stack = "" }] of apart.entries()) {
    if (held.areRead[index]) stacks.push({ organization: "-", project, stack: ownName(stack) });
  }
  for (const [key, holder] of held.holders) holders.set(key, holder);
  unread.push(...held.unread);
  return {
    projects: [...projects, ...new Set(apart.flatMap(({ project }) => project ?? []))],
    stacks,
    holders,
    unread,
  };
}

export const noStacks: KnownStacks = { projects: [], stacks: [], holders: new Map(), unread: [] };

/**
 * Returns the owner of an item. The owner is the stack whose state contains the item, or otherwise the stack in its
 * mark.
 */
export function ownerOf(item: AccountItem, { stacks, holders }: KnownStacks = noStacks): Owner | null {
  const { kind, id } = item;
  const origin = originOf(item, stacks);
  const holder = holders.get(keyOf({ type: `podwright:index:${kind}`, id }));
  if (holder === undefined) {
    if (origin === undefined) return null;
    const isRead = stacks.some(({ project, stack }) => project === origin.project && stack === origin.stack);
    return { ...origin, held: isRead ? false : null };
  }
  const { project, stack, name, place, protect } = holder;
  const isCreator = origin?.project === project && origin.stack === stack;
  return { organization: isCreator ? origin.organization : "-", project, stack, name, place, protect, held: true };
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
