import type { GroupedReport, Platform } from "../../client";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";
import { dollars, roundMoney } from "../../kernel/money";
import { listAccount } from "../account/inventory";
import { ownerOf, readStacks } from "../account/ownership";
import type { CommandContext } from "../context/context";
import { byText, counted } from "../output/text";
import type { BilledOwner, Source } from "./sources";
import type { OwnerGrouping, Subject } from "./subjects";

/** A bill with one group for each resource. */
export type OwnedBill = GroupedReport<Readonly<Record<string, number>> & { readonly totalAmount: number }>;

type Owners = ReadonlyMap<string, BilledOwner>;

interface Known {
  readonly platform: Platform;
  readonly sources: readonly Source[];
  readonly context: CommandContext;
}

/** The group of costs without a known owner. */
const UNATTRIBUTED = "unattributed";

/**
 * Returns the owners of resources by id. It first reads the states of this project and the marks of existing resources,
 * then the sources, which also know deleted resources. The amounts of the bill are right even if RunPod does not list
 * the resources.
 */
export async function ownersOf({ kind, subject }: Subject, { platform, sources, context }: Known): Promise<Owners> {
  const { signal } = context;
  const known = await readStacks([{ cwd: "." }], context);
  const items = await substitute(listAccount(platform, { kinds: [kind], costs: false, signal }), isPlatformError, []);
  const owners = new Map<string, BilledOwner>();
  // A current state decides: the mark and the past states of a moved resource name its former stack.
  for (const source of sources) for (const [id, owner] of await source.holdersOf(subject)) owners.set(id, owner);
  for (const item of items) {
    const owner = ownerOf(item, known);
    if (owner !== null && (owner.held === true || !owners.has(item.id))) owners.set(item.id, owner);
  }
  for (const source of sources) {
    for (const [id, owner] of await source.ownersOf(subject, signal)) if (!owners.has(id)) owners.set(id, owner);
  }
  return owners;
}

/** Adds up the costs of a bill by stack, or by resource of a program. */
export function byOwner(bill: OwnedBill, grouping: OwnerGrouping, owners: Owners) {
  const sums = new Map<string, OwnedBill["records"][number]>();
  for (const record of bill.records) {
    const group = groupOf(owners.get(record.group), grouping);
    const key = `${record.startTime}\n${group}`;
    const before = sums.get(key);
    sums.set(key, {
      ...record,
      group,
      amounts: before === undefined ? record.amounts : sumOf(before.amounts, record.amounts),
    });
  }
  const records = [...sums.values()].sort((a, b) => byText(a.startTime, b.startTime) || byText(a.group, b.group));
  const lost = bill.records.filter(({ group }) => owners.get(group) === undefined);
  const unattributed = roundMoney(lost.reduce((sum, { amounts }) => sum + amounts.totalAmount, 0));
  const notes = lost.length === 0 ? [] : [noteOn(unattributed, new Set(lost.map(({ group }) => group)).size)];
  return { ...bill, records, unattributed, notes: [...bill.notes, ...notes] };
}

function groupOf(owner: BilledOwner | undefined, grouping: OwnerGrouping): string {
  if (owner === undefined) return UNATTRIBUTED;
  const { project, stack, name } = owner;
  return [project, stack, ...(grouping === "owner" ? [name] : [])].join("/");
}

type Amounts = OwnedBill["records"][number]["amounts"];

export function sumOf(a: Amounts, b: Amounts): Amounts {
  const names = Object.keys(a);
  return Object.fromEntries(names.map((name) => [name, roundMoney((a[name] ?? 0) + (b[name] ?? 0))])) as Amounts;
}

function noteOn(amount: number, resources: number): string {
  return `The cost of ${counted(resources, "resource")} (${dollars(amount)}) is "${UNATTRIBUTED}": no known stack manages or created these resources. To match these resources to more stacks, add the stacks with --gpus-from`;
}
