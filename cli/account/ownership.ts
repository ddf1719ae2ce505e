import { originInName } from "../../provider/session/owner";
import type { RunStack } from "../../provider/session/run";
import type { CommandContext } from "../context/context";
import { projectAt } from "../stack/project-file";
import { type Holder, heldBySiblings, keyOf } from "../stack/siblings";
import type { AccountItem } from "./inventory";

/** The resource of a program that an item belongs to: the ownership key of the item. */
export interface Owner extends RunStack {
  /** The logical name. */
  readonly name: string;
  /** Whether a state holds the item. Otherwise the item's own mark names the stack that created it. */
  readonly isHeld: boolean;
  /** The holding stack, as messages name it. */
  readonly place?: string;
}

export interface OwnedItem extends AccountItem {
  /** `null`: no known state holds it, and it has no mark. Another project may still hold it. */
  readonly owner: Owner | null;
}

/** The stacks whose states Podwright has read. */
export interface KnownStacks {
  readonly stacks: readonly RunStack[];
  /** By `keyOf` of `stack/siblings.ts`. */
  readonly holders: ReadonlyMap<string, Holder>;
  /** The unreadable stacks with their errors, each as a part of a sentence. They may hold any item. */
  readonly unread: readonly string[];
}

export const noStacks: KnownStacks = { stacks: [], holders: new Map(), unread: [] };

/** Reads the states of all stacks of the projects in these folders. A folder without a project has none. */
export async function readStacks(folders: readonly string[], context: CommandContext): Promise<KnownStacks> {
  const stacks: RunStack[] = [];
  const holders = new Map<string, Holder>();
  const unread: string[] = [];
  for (const cwd of folders) {
    const found = await projectAt(cwd);
    if (found === undefined) continue;
    if ("error" in found) {
      unread.push(found.error);
      continue;
    }
    const held = await heldBySiblings(cwd, () => false, context);
    stacks.push(...held.stacks.map(({ name }) => ({ organization: "-", project: found.value.name, stack: name })));
    for (const [key, holder] of held.holders) holders.set(key, holder);
    unread.push(...held.unread);
  }
  return { stacks, holders, unread };
}

/** The item's owner: the stack that holds it, else the stack that its mark names. */
export function ownerOf(item: AccountItem, { stacks, holders }: KnownStacks): Owner | null {
  const { kind, id } = item;
  const origin = originOf(item, stacks);
  const holder = holders.get(keyOf({ type: `podwright:index:${kind}`, id }));
  if (holder === undefined) return origin === undefined ? null : { ...origin, isHeld: false };
  const { project, stack, name, place } = holder;
  const isCreator = origin?.project === project && origin.stack === stack;
  return { organization: isCreator ? origin.organization : "-", project, stack, name, place, isHeld: true };
}

/** The resource that created an item: from its environment, or from its generated name. */
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
