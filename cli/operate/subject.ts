import type { Platform } from "../../client";
import { messageOf } from "../../kernel/plain-text";
import { accountsOf, type NamedAccount } from "../account/accounts";
import { NameError } from "../account/find";
import { type AccountItem, listAccount } from "../account/inventory";
import { kindOnAccount, type OnAccount } from "../account/kinds";
import { type KnownStacks, type OwnedItem, type Reach, readStacks, stackAt } from "../account/ownership";
import { sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { Values } from "../flags/command";
import { type Progress, withProgress } from "../output/progress";
import { onAccount } from "../stack/connection";
import type { StackLocation } from "../stack/place";
import { chooseItem } from "./choose";
import type { subjectInputs } from "./inputs";

/** A resource, with an open connection to its account. */
export interface Subject {
  readonly item: OwnedItem;
  readonly platform: Platform;
  readonly context: CommandContext;
  readonly progress: Progress;
  /** The stacks that Podwright could not read. These stacks may manage the resource. */
  readonly unread: readonly string[];
}

export interface Search {
  readonly command: string;
  /** Further arguments of the command, for advice. */
  readonly more?: string | undefined;
  readonly kinds: readonly OnAccount[];
  /** True if the command changes the resource. Podwright then reads all stacks of the backend, and asks for proof. */
  readonly changes: boolean;
}

interface Listed extends AccountItem {
  readonly account: NamedAccount;
}

/**
 * Finds a resource and passes it to `work`. The command searches the accounts of the stack in `--stack`. Without
 * `--stack`, it searches the account of the environment's key and the accounts of the selected stack.
 */
export async function onSubject<T>(
  { resource: word, unowned, ...location }: Values<typeof subjectInputs>,
  { command, more, kinds, changes }: Search,
  given: CommandContext,
  work: (subject: Subject) => Promise<T>,
): Promise<T> {
  return await withProgress(`looking for ${word}`, given, async (progress, context) => {
    const reading = (reach: Reach) => readStacks([location], context, reach);
    const reach = changes || unowned ? "backend" : "stack";
    const [items, states] = await Promise.all([itemsOf(location, kinds, context), reading(reach)]);
    const question = { word, command, more, location, noun: nounOf(kinds), changes, unowned };
    const choose = (known: KnownStacks) => chooseItem(items, { ...question, known, stack: stackAt(location, known) });
    const again = async (error: unknown) => {
      const canLearn = reach !== "backend" && stackAt(location, states) !== undefined && error instanceof NameError;
      if (!canLearn) throw error;
      // The states of other stacks tell whose the resource is that the name does not reach.
      return choose(await reading("backend"));
    };
    const item = await Promise.resolve(states).then(choose).catch(again);
    return await onAccount(item.account.settings, context, async (platform) =>
      work({ item, platform, context, progress, unread: states.unread }),
    );
  });
}

/** Lists the items of the location's accounts. An account may be unreadable if the others are not. */
async function itemsOf(
  location: StackLocation,
  kinds: readonly OnAccount[],
  context: CommandContext,
): Promise<readonly Listed[]> {
  const { accounts, unseen } = await accountsOf([location], context);
  if (accounts.length === 0) throw new NameError(`Podwright knows no account to search: ${unseen.join("; ")}`);
  const wanted = { kinds, signal: context.signal, costs: false, clusterPods: true };
  const lists = await Promise.allSettled(
    accounts.map((account) =>
      onAccount(account.settings, context, async (platform) =>
        (await listAccount(platform, wanted)).map((item) => ({ ...item, account })),
      ),
    ),
  );
  context.signal.throwIfAborted();
  const failures = lists.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  if (failures.length === lists.length) throw failures[0];
  const reasons = [...unseen, ...failures.map((one) => sentenceOf(messageOf(one)))];
  for (const reason of reasons) context.warn(`note: Podwright could not search an account: ${reason}.\n`);
  const items = new Map<string, Listed>();
  for (const item of lists.flatMap((one) => (one.status === "fulfilled" ? one.value : []))) {
    // Two keys may open the same account.
    const key = `${item.account.settings.baseUrl} ${item.kind} ${item.id}`;
    if (!items.has(key)) items.set(key, item);
  }
  return [...items.values()];
}

function nounOf(kinds: readonly OnAccount[]): string {
  return kinds.length > 3 ? "resource" : kinds.map((kind) => kindOnAccount(kind).word).join(" or ");
}
