import { accountsOfStack } from "../account/accounts";
import { listAccount } from "../account/inventory";
import { pricedKinds } from "../account/kinds";
import type { CommandContext } from "../context/context";
import { onAccount } from "../stack/connection";
import { placeOf, type StackLocation } from "../stack/place";
import { byKindAndName, kindOf } from "../stack/resource-types";
import { Stack } from "../stack/stack";
import { nameOf, resourcesIn } from "../stack/state";
import { type ResourceCost, type StackCost, sumOf } from "./report";

const priced: readonly string[] = pricedKinds;

/**
 * Returns the current cost of a stack whose program no folder here contains. No update here changes the stack, so its
 * cost stays. It throws if an account of the stack is unknown.
 */
export async function costWithoutProgram(
  location: StackLocation,
  { context, volumes }: { readonly context: CommandContext; readonly volumes: Readonly<Record<string, number>> },
): Promise<StackCost> {
  const { cwd, stack: name = null } = location;
  const stack = new Stack(location, context);
  const resources = resourcesIn(await stack.state());
  const held = new Map<string, string>(
    resources.flatMap(({ id, type, urn }) => {
      const kind = kindOf(type);
      return id === undefined || kind === undefined || !priced.includes(kind) ? [] : [[`${kind} ${id}`, urn] as const];
    }),
  );
  const { accounts, unseen } = await accountsOfStack(stack, resources, placeOf(location), context);
  if (unseen.length > 0) throw new Error(`Podwright could not read the account of ${unseen.join("; ")}`);
  const isWanted = (kind: string, id: string) => held.has(`${kind} ${id}`);
  const wanted = { kinds: pricedKinds, isWanted, volumes, signal: context.signal };
  const costs = new Map([...held].map(([key, urn]) => [urn, costOf(key, urn, { costPerHour: null }, notThere)]));
  for (const { settings } of held.size === 0 ? [] : accounts) {
    for (const item of await onAccount(settings, context, (platform) => listAccount(platform, wanted))) {
      const key = `${item.kind} ${item.id}`;
      const urn = held.get(key) ?? "";
      costs.set(urn, costOf(key, urn, item, "its price is unknown"));
    }
  }
  const listed = [...costs.values()].toSorted(byKindAndName);
  return {
    cwd,
    stack: name,
    withoutProgram: true,
    resources: listed,
    perHour: sumOf(listed.map((one) => one.perHour)),
  };
}

/** The settings file of a stack without a folder is missing, so the environment may have the key of another account. */
const notThere = "the account of this run's key does not have it";

function costOf(
  key: string,
  urn: string,
  { costPerHour }: { readonly costPerHour: number | null },
  why: string,
): ResourceCost {
  const amount = costPerHour ?? 0;
  return {
    name: nameOf(urn),
    kind: key.split(" ")[0] as ResourceCost["kind"],
    urn,
    action: "same",
    perHour: { now: amount, atRest: amount, atMost: amount },
    ...(costPerHour === null ? { unknown: why, unknownNow: why } : {}),
  };
}
