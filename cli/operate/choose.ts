import { oneLine } from "../../kernel/plain-text";
import { quoted, stateCommands } from "../../provider/pulumi/state-commands";
import type { RunStack } from "../../provider/session/run";
import { findItem, NameError, noneNamed, severalNamed } from "../account/find";
import type { AccountItem } from "../account/inventory";
import { shownAs } from "../account/kinds";
import {
  type Claim,
  claimOf,
  claimText,
  creatingOf,
  type KnownStacks,
  type ListedStack,
  type OwnedItem,
  ownerOf,
} from "../account/ownership";
import { commandFor, isSameStack, type StackLocation } from "../stack/place";
import { makes } from "../stack/resource-types";
import { type Holder, keyOf } from "../stack/siblings";
import { shownItem } from "./report";

/** What a command line asks for. */
export interface Choice {
  /** The id or name on the command line. */
  readonly word: string;
  /** The name of the command and its stack, for advice. */
  readonly command: string;
  /** Further arguments of the command, for advice. */
  readonly more?: string | undefined;
  readonly location: StackLocation;
  /** The kinds that the command accepts, such as `pod or endpoint`. */
  readonly noun: string;
  /** True if the command changes the resource. */
  readonly changes: boolean;
  /** True if the user says that no stack manages the resource. */
  readonly unowned: boolean;
  /** The stack of the command. Absent if the command line names none and the folder has no selected stack. */
  readonly stack: ListedStack | undefined;
  readonly known: KnownStacks;
}

interface Claimed<Item> {
  readonly item: Item;
  readonly claim: Claim;
  /** The resources in the state of the command's stack that manage the item. */
  readonly own: readonly Holder[];
  /** The resource of the command's stack whose unfinished creation made the item. */
  readonly begun: Holder | undefined;
}

/**
 * Returns the resource that a word names. A name is the logical name of a resource in the state of the command's
 * stack, or its name on RunPod. Only an id or `--unowned` reaches other resources. A command that changes the resource
 * also needs proof that the resource is not another stack's.
 */
export function chooseItem<Item extends AccountItem>(items: readonly Item[], choice: Choice): Item & OwnedItem {
  const { word, changes, unowned, stack, known } = choice;
  const claimed = items.map((item): Claimed<Item & OwnedItem> => {
    const owned = { ...item, owner: ownerOf(item, known) };
    const claim = claimOf(item, known, stack);
    const begun = claim.is === "ours" && claim.by === "mark" ? creatingOf(item, known) : undefined;
    return { item: owned, claim, own: ownIn(stack, item, known), begun };
  });
  type Way = (one: (typeof claimed)[number]) => boolean;
  const byId: Way = ({ item }) => item.id === word;
  const ways: readonly Way[] = unowned
    ? [byId, ({ item, claim }) => item.name === word && claim.is === "nobody's"]
    : [
        ({ own }) => own.some(({ name }) => name === word),
        // The state gets a resource at the end of its creation, which lasts as long as the command of a task.
        ({ begun }) => begun?.name === word,
        byId,
        ({ item, own }) => item.name === word && own.length > 0,
      ];
  const [first, ...others] = ways.map((way) => claimed.filter(way)).find((some) => some.length > 0) ?? [];
  if (first === undefined) {
    const isOutside = stack === undefined && known.unread.length === 0;
    if (changes || unowned || !isOutside) throw beyondReach(claimed, choice);
    return findItem(itemsIn(claimed), word, choice.noun);
  }
  if (others.length > 0) throw severalNamed(itemsIn([first, ...others]), word);
  if (changes || unowned) refuseWithoutProof(first, choice);
  return first.item;
}

function itemsIn<Item>(claimed: readonly Claimed<Item>[]): readonly Item[] {
  return claimed.map(({ item }) => item);
}

/** Returns the resources in the state of the stack that manage the item. */
function ownIn(stack: RunStack | undefined, { kind, id }: AccountItem, { holders }: KnownStacks): readonly Holder[] {
  const held = holders.get(keyOf({ type: `podwright:index:${kind}`, id })) ?? [];
  return held.filter((holder) => stack !== undefined && isSameStack(holder, stack));
}

/** Refuses to act on a resource that may be another's. */
function refuseWithoutProof(chosen: Claimed<AccountItem>, choice: Choice): void {
  const { item, claim } = chosen;
  const isVouchedFor = choice.unowned && item.id === choice.word;
  const isProven =
    claim.is === "nobody's" || (claim.is === "unknown" ? isVouchedFor : claim.is === "ours" && !choice.unowned);
  if (!isProven)
    throw new NameError(`Podwright leaves ${shownItem(item)} alone: ${claimText(claim)}. ${wayTo(chosen, choice)}`);
}

/** The most resources that an error describes. */
const mostShown = 3;

/** Explains a name that the stack of the command does not have, and says whose resources have it. */
function beyondReach(claimed: readonly Claimed<OwnedItem>[], choice: Choice): NameError {
  const { word, stack, noun, unowned, known } = choice;
  const named = claimed.filter(({ item }) => item.name === word || item.owner?.name === word);
  const where =
    stack === undefined
      ? "no stack is selected"
      : `the stack ${oneLine(shownAs(stack))} has no ${noun} ${oneLine(word)}`;
  const unread = known.unread.map((reason) => `Podwright could not read ${reason}`);
  if (named.length === 0) {
    const task = ownTask(choice);
    if (task !== undefined)
      return new NameError(
        `the task ${oneLine(word)} of the stack ${oneLine(shownAs(task))} has no pod now: a task has a pod only while it runs. Its output \`logTail\` has the last lines of its log`,
      );
    const none = noneNamed(itemsIn(claimed), word, noun);
    return unread.length === 0 ? none : new NameError([none.message, ...unread].join(". "));
  }
  const shown = named
    .slice(0, mostShown)
    .map((one) => `${shownItem(one.item)}: ${claimText(one.claim)}. ${wayTo(one, choice)}`);
  const rest = named.length > mostShown ? [`${named.length - mostShown} more resources have this name`] : [];
  const head = unowned
    ? `no unowned ${noun} is named ${oneLine(word)}`
    : `${where}, and a name means a resource of the command's stack`;
  return new NameError([head, ...shown, ...rest].join(". "));
}

/** Returns the task of that name in the state of the command's stack. */
function ownTask({ word, stack, known }: Choice): Holder | undefined {
  const isOwn = (one: Holder) => stack !== undefined && isSameStack(one, stack);
  return [...known.holders.values()]
    .flat()
    .find((one) => one.name === word && makes(one.kind ?? "", "Pod") && isOwn(one));
}

/** Says how the user reaches the resource, without a full stop. */
function wayTo(
  { item, claim, own }: Claimed<AccountItem>,
  { command, more, location, known, changes, unowned }: Choice,
): string {
  const lineOf = (word: string) => ["podwright", command, word, ...(more === undefined ? [] : [more])].join(" ");
  const byId = commandFor(location, lineOf(item.id));
  if (!changes) return `Run \`${byId}\``;
  if (claim.is === "unknown")
    return `Make that stack readable. If you know that no stack manages the resource, run \`${byId} --unowned\``;
  if (claim.is === "nobody's") return `Run \`${byId}\`, or repeat the command with --unowned`;
  if (claim.is === "ours") return unowned ? "Leave out --unowned" : `Run \`${byId}\``;
  if (own.length > 0) {
    const lines = own.map(({ urn, protect }) => `\`${commandFor(location, stateCommands.forget(urn, protect))}\``);
    return `The state of your stack contains it too. If it is not yours, remove it from your state with ${lines.join(" and ")}, which leaves it on RunPod`;
  }
  const { owner, by } = claim;
  const listed = known.listed.find((one) => isSameStack(one, owner));
  if (listed === undefined)
    return "That stack is not in this backend. Ask its team, or use RunPod's console if the stack no longer exists";
  const { isOfFolder, cwd, stack } = listed;
  const subject = quoted(oneLine(by === "state" ? owner.name : item.id));
  const line = commandFor({ cwd: isOfFolder ? cwd : ".", stack }, lineOf(subject));
  const folder = isOfFolder ? "Run" : `In the folder of the project ${oneLine(owner.project)}, run`;
  return `${folder} \`${line}\``;
}
