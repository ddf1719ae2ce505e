import type { Platform } from "../../client";
import { accountsOf } from "../account/accounts";
import { findItem, NameError } from "../account/find";
import { listAccount } from "../account/inventory";
import { kindOnAccount, type OnAccount } from "../account/kinds";
import { type KnownStacks, noStacks, type OwnedItem, ownerOf, readStacks } from "../account/ownership";
import type { CommandContext } from "../context/context";
import { argument, type Values } from "../flags/command";
import { stackInputs } from "../flags/locations";
import { type Progress, withProgress } from "../output/progress";
import { onAccount } from "../stack/connection";

/** The inputs of a command about one resource. */
export const subjectInputs = {
  resource: argument("resource", "id of the resource, its name on RunPod, or its name in a Pulumi program"),
  ...stackInputs,
};

/** One resource, on its open account. */
export interface Subject {
  readonly item: OwnedItem;
  readonly platform: Platform;
  readonly context: CommandContext;
  readonly progress: Progress;
  /** The stacks that Podwright could not read. They may hold the resource. */
  readonly unread: readonly string[];
}

interface Search {
  readonly kinds: readonly OnAccount[];
  /** Whether the command needs the stack of the resource. Otherwise, the search reads states only for a name that RunPod does not have. */
  readonly needsOwner: boolean;
}

/** Finds the resource and works on it. Uses the account of the stack in `--stack`, otherwise the account of the environment. */
export async function onSubject<T>(
  { resource, cwd, stack }: Values<typeof subjectInputs>,
  { kinds, needsOwner }: Search,
  given: CommandContext,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  const location = { cwd, stack };
  return await withProgress(`looking for ${resource}`, given, async (progress, context) => {
    const [account] = await accountsOf([location], context);
    if (account === undefined) throw new NameError("there is no account to search");
    return await onAccount(account.settings, context, async (platform) => {
      const { signal } = context;
      // Every stack of the project may hold the resource, whichever stack has the key.
      const reading = () => readStacks([{ cwd }], context);
      const listing = listAccount(platform, { kinds, signal, costs: false, clusterPods: true });
      const [items, stacks] = await Promise.all([listing, needsOwner ? reading() : noStacks]);
      const find = (known: KnownStacks) =>
        findItem(
          items.map((item) => ({ ...item, owner: ownerOf(item, known) })),
          resource,
          nounOf(kinds),
        );
      const [item, known] = await foundIn(find, stacks, needsOwner ? undefined : reading);
      return await work({ item, platform, context, progress, unread: known.unread });
    });
  });
}

function nounOf(kinds: readonly OnAccount[]): string {
  return kinds.length > 3 ? "resource" : kinds.map((kind) => kindOnAccount(kind).word).join(" or ");
}

/** A name that the account does not have may be a name in a program, which only a state shows. */
async function foundIn<Item>(
  find: (known: KnownStacks) => Item,
  known: KnownStacks,
  readMore: (() => Promise<KnownStacks>) | undefined,
): Promise<[Item, KnownStacks]> {
  try {
    return [find(known), known];
  } catch (error) {
    if (readMore === undefined || !(error instanceof NameError)) throw error;
    const more = await readMore();
    return [find(more), more];
  }
}
