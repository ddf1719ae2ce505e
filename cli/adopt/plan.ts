import { oneLine } from "../../kernel/plain-text";
import { stateCommands } from "../../provider/pulumi/state-commands";
import type { RunStack } from "../../provider/session/run";
import { noneNamed } from "../account/find";
import type { AccountItem } from "../account/inventory";
import type { OnAccount } from "../account/kinds";
import { shownAs } from "../account/kinds";
import { type Claim, claimText, type KnownStacks, type OwnedItem, type Owner } from "../account/ownership";
import { byText } from "../output/text";
import { fullNameOf, isSameStack } from "../stack/place";
import type { Adopted, LeftOut, OtherStack } from "./report";

export interface AdoptionPlan {
  /**
   * Resources in the order of the program, sorted by group. Within a group, a resource comes before the resources that
   * refer to it.
   */
  readonly adopted: readonly Adopted[];
  readonly left: readonly LeftOut[];
  /** The other stacks whose states contain resources of the account. */
  readonly others: readonly OtherStack[];
  /** Other accounts of the stack, from which Podwright adopts nothing. */
  readonly accountsNotSearched?: readonly string[];
}

/** An item of the account with the answer to the question whose it is. */
export interface ClaimedItem extends AccountItem {
  readonly claim: Claim;
}

export interface PlanOptions {
  /** Names groups, resources or ids. An empty list stands for all resources. */
  readonly only?: readonly string[];
  /** The logical names that the stack or the program already uses. */
  readonly used?: ReadonlySet<string>;
  /** All stacks of the backend. */
  readonly listed?: KnownStacks["listed"];
  /** The stack that adopts. */
  readonly stack?: RunStack | undefined;
  /** Returns a command as a user types it for this stack. */
  readonly commandLine?: (command: string) => string;
}

/** The order of kinds in a program. A kind that other kinds refer to comes first. */
export const order: readonly OnAccount[] = [
  "NetworkVolume",
  "Secret",
  "RegistryCredential",
  "Template",
  "Pod",
  "Cluster",
  "ServerlessEndpoint",
];

/**
 * Chooses the resources of an account that a stack can adopt. It never chooses a resource that another stack's state
 * contains. If only the mark of a resource names another stack, the plan adopts the resource only if the backend has no
 * such stack and `only` names the stack. It throws an error if a word of `only` names nothing, or only resources of
 * others.
 */
export function adoptionPlan(
  items: readonly ClaimedItem[],
  { only = [], used = new Set(), listed = [], stack, commandLine = (command) => command }: PlanOptions = {},
): AdoptionPlan {
  const groups = groupsOf(items);
  const wordsOf = (item: ClaimedItem) => [groups(item), item.id, item.name];
  const names = new Set(used);
  for (const word of only) {
    const named = items.filter((item) => [...wordsOf(item), ...mentions(item)].includes(word));
    if (named.length === 0) throw noneNamed(items.map(ownedItem), word, "resource");
    refuseAnothers(named);
  }
  const adopted: Adopted[] = [];
  const left: LeftOut[] = [];
  const others = new Map<string, number>();
  const sorted = items.toSorted(
    (a, b) => byText(groups(a), groups(b)) || order.indexOf(a.kind) - order.indexOf(b.kind) || byText(a.name, b.name),
  );
  for (const item of sorted) {
    const { kind, id, name, claim } = item;
    const owner = ownerIn(claim);
    if (owner?.held === true) {
      if (claim.is === "another's") others.set(shownAs(owner), (others.get(shownAs(owner)) ?? 0) + 1);
      continue;
    }
    const isNamed = wordsOf(item).some((word) => only.includes(word));
    if (only.length > 0 && !isNamed) continue;
    const reason = whyNot(item, isNamed);
    if (reason !== undefined) left.push({ name, kind, id, reason });
    else adopted.push({ name: uniqueName(owner?.name ?? name, kind, id, names), kind, id, group: groups(item) });
  }
  const counted = [...others].map(([stack, resources]) => ({ stack, resources }));
  return { adopted, left, others: counted.toSorted((a, b) => byText(a.stack, b.stack)) };

  function refuseAnothers(named: readonly ClaimedItem[]): void {
    const [first] = named;
    if (first === undefined || named.some((item) => !isAnothers(item))) return;
    throw new Error(`${first.kind} ${oneLine(first.name)} (${first.id}) is not adopted: ${anothers(first)}`);
  }

  function whyNot(item: ClaimedItem, isNamed: boolean): string | undefined {
    const { kind, claim } = item;
    if (isAnothers(item)) return anothers(item);
    if (claim.is === "unknown") return claimText(claim);
    if (claim.is === "ours" && !isNamed)
      return `${claimText(claim)}. To adopt it again, add \`--only ${shownAs(claim.owner)}\``;
    return kind === "RegistryCredential" ? `${hidden} \`${importing(item)}\`` : undefined;
  }

  /** Returns whether the item may belong to another stack, which the user has not declared removed. */
  function isAnothers({ claim }: ClaimedItem): boolean {
    if (claim.is !== "another's") return false;
    return claim.by === "state" || exists(claim.owner) || !only.includes(shownAs(claim.owner));
  }

  function exists(owner: Owner): boolean {
    return listed.some((stack) => isSameStack(stack, owner));
  }

  function anothers(item: ClaimedItem): string {
    const { claim } = item;
    if (claim.is !== "another's") return claimText(claim);
    const { by, owner } = claim;
    const way =
      by === "state"
        ? moving(owner)
        : exists(owner)
          ? `To take it nevertheless, run \`${importing(item)}\``
          : `If you have removed that stack, add \`--only ${oneLine(shownAs(owner))}\``;
    return `${claimText(claim)}. ${way}`;
  }

  function moving(owner: Owner): string {
    if (stack === undefined || owner.urn === undefined) return "Only that stack can move it into another";
    const names = { from: fullNameOf(owner), to: fullNameOf(stack) };
    return `\`${stateCommands.move({ ...names, urn: owner.urn })}\` moves it into this stack`;
  }

  function importing({ kind, id, name, claim }: ClaimedItem): string {
    const logical = uniqueName(ownerIn(claim)?.name ?? name, kind, id, new Set(names));
    return commandLine(stateCommands.import({ type: `podwright:index:${kind}`, name: logical, id }));
  }
}

const hidden =
  "RunPod never returns the username and password of a credential. Declare the credential with its username and password, and import it with";

/**
 * Further words for an item with an owner: its logical name, and the group or the stack under which a stack could have
 * adopted it.
 */
function mentions({ name, creator, claim }: ClaimedItem): readonly string[] {
  const owner = ownerIn(claim);
  if (owner === undefined) return [];
  return [owner.name, firstWordOf(name), ...(creator === undefined ? [] : [shownAs(creator)])];
}

function ownedItem(item: ClaimedItem): OwnedItem {
  return { ...item, owner: ownerIn(item.claim) ?? null };
}

export function ownerIn(claim: Claim): Owner | undefined {
  return "owner" in claim ? claim.owner : undefined;
}

/**
 * Returns the group of each resource. A resource forms no group alone, because the heading would only repeat its name.
 */
function groupsOf(items: readonly ClaimedItem[]): (item: ClaimedItem) => string {
  const counts = new Map<string, number>();
  for (const { name } of items) counts.set(firstWordOf(name), (counts.get(firstWordOf(name)) ?? 0) + 1);
  return (item) => {
    const owner = ownerIn(item.claim);
    if (owner !== undefined) return shownAs(owner);
    const word = firstWordOf(item.name);
    return word !== "" && (counts.get(word) ?? 0) > 1 ? word : "";
  };
}

function firstWordOf(name: string): string {
  return /^[\p{L}\p{N}]+/u.exec(name)?.[0] ?? "";
}

/**
 * Chooses a unique logical name. The name contains only characters that are safe in shells, configuration files and
 * programs.
 */
function uniqueName(name: string, kind: string, id: string, names: Set<string>): string {
  const plain = name.replace(/[^\w-]+/g, "-").replace(/^-+|-+$/g, "") || id;
  const chosen = [plain, `${plain}-${kind.toLowerCase()}`, `${plain}-${id}`].find((one) => !names.has(one)) ?? id;
  names.add(chosen);
  return chosen;
}
