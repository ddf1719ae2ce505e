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

/** A resource, with an open connection to its account. */
export interface Subject {
  readonly item: OwnedItem;
  readonly platform: Platform;
  readonly context: CommandContext;
  readonly progress: Progress;
  /** The stacks that Podwright could not read. These stacks may manage the resource. */
  readonly unread: readonly string[];
}

interface Search {
  readonly kinds: readonly OnAccount[];
  /**
   * True if the command names the stack that manages the resource. Otherwise Podwright reads states only if RunPod has
   * no resource with the given name.
   */
  readonly needsOwner: boolean;
}

/**
 * Finds a resource and passes it to `work`. The command searches the account of the stack in `--stack`. Without
 * `--stack`, it searches the account of the environment's key, or else of the selected stack.
 */
export async function onSubject<T>(
  { resource, ...location }: Values<typeof subjectInputs>,
  { kinds, needsOwner }: Search,
  given: CommandContext,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  return await withProgress(`looking for ${resource}`, given, async (progress, context) => {
    const { accounts, unseen } = await accountsOf([location], context);
    const [account] = accounts;
    if (account === undefined) throw new NameError(`Podwright knows no account to search: ${unseen.join("; ")}`);
    return await onAccount(account.settings, context, async (platform) => {
      const { signal } = context;
      // Any stack of the project may manage the resource, so Podwright reads all stacks.
      const reading = () => readStacks([{ cwd: location.cwd }], context);
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

/**
 * Searches RunPod first. If RunPod has no such name, Podwright searches the states, because the name may be a logical
 * name.
 */
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
