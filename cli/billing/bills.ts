import type { Settings } from "../../provider/settings/read-settings";
import { accountKey } from "../account/accounts";
import { readStacks } from "../account/ownership";
import { providerOf, providersOf } from "../account/providers";
import { attempt } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { settingsOf } from "../stack/connection";
import { placeOf, type StackLocation } from "../stack/place";
import { kindOf } from "../stack/resource-types";
import { keyOf } from "../stack/siblings";
import type { Stack } from "../stack/stack";
import { nameOf, type StateResource } from "../stack/state";

/** The part of a bill that one account pays. */
export interface AccountBill {
  readonly settings: Settings;
  /** Ids of the resources to bill, including deleted resources. Absent for the bill of the whole account. */
  readonly resourceIds?: readonly string[];
}

/** The states of a stack: the current state, then the states after past runs, newest first. */
interface States {
  readonly location: StackLocation;
  readonly stack: Stack;
  states(): AsyncIterable<readonly StateResource[]>;
}

interface Wanted {
  readonly kind: string;
  /** Ids in the journal of this machine. */
  readonly remembered: readonly string[];
}

/**
 * Returns a bill for each account of a stack. A resource belongs to the account of its provider. A resource that another
 * stack manages now, for example after `pulumi state move`, belongs to the bill of that stack.
 */
export async function billsOf(
  record: States,
  { kind, remembered }: Wanted,
  context: CommandContext,
): Promise<{ readonly bills: AccountBill[]; readonly notes: string[] }> {
  const { location, stack } = record;
  const place = placeOf(location);
  let now: readonly StateResource[] | undefined;
  const found = new Map<string, StateResource>();
  for await (const resources of record.states()) {
    now ??= resources;
    for (const one of resources) {
      if (kindOf(one.type) === kind && one.id !== undefined && !found.has(one.id)) found.set(one.id, one);
    }
  }
  const current = new Set(now?.map(keyOf));
  const past = [...found.values()].filter((one) => !current.has(keyOf(one)));
  const moved = await movedAway(past, location, context);
  const accounts = new Map<string | undefined, Settings>();
  for (const { urn, settings, isLost } of await providersOf(stack, now ?? [], context)) {
    if ("error" in settings) throw new Error(`Podwright could not read the account of ${place}: ${settings.error}`);
    if (!isLost) accounts.set(urn, settings.value);
  }
  const apart = remembered.filter((id) => !found.has(id));
  const needsUsual = found.size === 0 || apart.length > 0 || [...found.values()].some((one) => !providerOf(one));
  if (needsUsual && !accounts.has(undefined)) accounts.set(undefined, await settingsOf(stack, context));
  const usual = accounts.get(undefined);
  const bills: AccountBill[] = usual === undefined ? [] : [{ settings: usual, resourceIds: apart }];
  const lost = new Set<string>();
  for (const [id, one] of found) {
    if (moved.has(id)) continue;
    const urn = providerOf(one);
    const settings = accounts.get(urn);
    if (settings === undefined) lost.add(nameOf(urn ?? ""));
    else bills.push({ settings, resourceIds: [id] });
  }
  return {
    bills,
    notes: [
      ...[...lost].map(
        (name) =>
          `The bill of ${place} lacks the resources of provider ${name}, because the state no longer contains the provider with its key.`,
      ),
      ...[...moved].map(([id, other]) => `${id} is in ${other} now, so the bill of ${place} leaves it out.`),
    ],
  };
}

/** Returns the present stacks of resources that the stack no longer manages, by id. */
async function movedAway(
  past: readonly StateResource[],
  { cwd }: StackLocation,
  context: CommandContext,
): Promise<ReadonlyMap<string, string>> {
  if (past.length === 0) return new Map();
  const known = await attempt(() => readStacks([{ cwd }], context), context.signal);
  const holders = "value" in known ? known.value.holders : new Map();
  return new Map(
    past.flatMap((one) => {
      const [holder] = [holders.get(keyOf(one)) ?? []].flat();
      return holder === undefined ? [] : [[one.id ?? "", holder.place] as const];
    }),
  );
}

/** Returns one bill for each account. */
export function joined(bills: readonly AccountBill[]): AccountBill[] {
  const accounts = new Map<string, AccountBill>();
  for (const { settings, resourceIds = [] } of bills) {
    const key = accountKey(settings);
    const before = accounts.get(key)?.resourceIds ?? [];
    accounts.set(key, { settings, resourceIds: [...new Set([...before, ...resourceIds])] });
  }
  const all = [...accounts.values()];
  const used = all.filter(({ resourceIds = [] }) => resourceIds.length > 0);
  return used.length > 0 ? used : all.slice(0, 1);
}
