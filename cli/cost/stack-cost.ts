import type { Platform } from "../../client";
import { messageOf } from "../../provider/operations/errors";
import { locationsOf, type Stacks } from "../flags/locations";
import { roundMoney } from "../output/money";
import type { Progress } from "../output/progress";
import { onAccount, settingsOf } from "../program/connection";
import type { CommandContext } from "../program/context";
import { byKindAndName } from "../stack/resource-types";
import { placeOf, Stack, type StackLocation } from "../stack/stack";
import { nameOf, stackOf } from "../stack/state";
import { type Account, estimate, type LiveCost, type Priced, pricedKind } from "./kinds";
import { type Planned, plannedIn, staying } from "./planned";
import { type PriceList, Prices } from "./prices";
import { type ResourceCost, type StackCost, sumOf } from "./report";

export interface CostOptions extends Stacks {
  readonly context: CommandContext;
  readonly volumes: Readonly<Record<string, number>>;
  /** Whether the preview compares with the platform, as `pulumi up --refresh` does. */
  readonly refresh: boolean;
}

/** What each stack will cost, one stack after the other. */
export async function costsOf(options: CostOptions, progress: Progress): Promise<StackCost[]> {
  const stacks: StackCost[] = [];
  for (const location of locationsOf(options)) {
    progress.update(`previewing ${placeOf(location)}`);
    stacks.push(await costOf(location, options));
  }
  return stacks;
}

/** What a stack will cost after the update that a preview shows, or why that is not known. Nothing is changed. */
async function costOf(location: StackLocation, options: CostOptions): Promise<StackCost> {
  const { cwd } = location;
  const { context, refresh } = options;
  try {
    const stack = new Stack(location, context);
    const steps = await stack.preview({ refresh });
    const planned = plannedIn(steps);
    const resources = planned.length === 0 ? [] : await priced(planned, stack, options);
    const name = location.stack ?? stackOf(steps[0]?.urn) ?? null;
    return { cwd, stack: name, resources, perHour: sumOf(resources.map(({ perHour }) => perHour)) };
  } catch (error) {
    context.signal.throwIfAborted();
    const reason = messageOf(error);
    return { cwd, stack: location.stack ?? null, resources: [], perHour: sumOf([]), error: reason };
  }
}

async function priced(
  planned: readonly Planned[],
  stack: Stack,
  { context, volumes }: CostOptions,
): Promise<ResourceCost[]> {
  const { signal } = context;
  const readPrices = async (platform: Platform) => {
    const prices = { catalog: await Prices.from(platform, { signal }), volumes };
    const kinds = new Set(planned.filter(({ ids }) => ids.length > 0).map(({ kind }) => kind));
    const ids = new Set(planned.flatMap((one) => one.ids));
    return { prices, live: await liveCosts(kinds, ids, { platform, prices, signal }) };
  };
  const found = await onAccount(await settingsOf(stack, context), context, readPrices);
  return planned.map((one) => costOfOne(one, found)).toSorted(byKindAndName);
}

/** By id. What is not on the platform is not among them. */
type LiveCosts = ReadonlyMap<string, LiveCost>;

/** What those of the ids cost that are on the platform, with one list a kind. */
async function liveCosts(kinds: ReadonlySet<Priced>, ids: ReadonlySet<string>, account: Account): Promise<LiveCosts> {
  const costs = new Map<string, LiveCost>();
  const listings = [...kinds].map(async (kind) => {
    const { of, costNow } = pricedKind(kind);
    const { items, unreadable } = await of(account.platform).listing({ signal: account.signal });
    for (const { id } of unreadable) {
      if (id !== undefined) costs.set(id, { amount: 0, unknown: "it is there and cannot be read" });
    }
    const wanted = items.filter(({ id }) => ids.has(id));
    await Promise.all(wanted.map(async (item) => costs.set(item.id, await costNow(item, account))));
  });
  await Promise.all(listings);
  return costs;
}

interface Found {
  readonly prices: PriceList;
  readonly live: LiveCosts;
}

function costOfOne({ urn, kind, action, ids, inputs, kept }: Planned, { prices, live }: Found): ResourceCost {
  const found = ids.flatMap((id) => live.get(id) ?? []);
  const now = found.reduce((sum, { amount }) => sum + amount, 0);
  const [unknownNow] = found.flatMap((one) => one.unknown ?? []);
  const { atRest = 0, atMost = 0, unknown, assumed } = (inputs && estimate(kind, inputs, prices, kept)) ?? {};
  // A pod that stays where it is costs what the platform reports, whatever other hardware the program allows.
  const stays = kind === "Pod" && inputs?.desiredStatus === "RUNNING" && staying.has(action) && now > 0;
  // A volume that was grown outside never shrinks.
  const least = kind === "NetworkVolume" && staying.has(action) ? now : 0;
  const rates = stays
    ? { now, atRest: now, atMost: now }
    : { now, atRest: Math.max(least, atRest), atMost: Math.max(least, atMost) };
  return {
    name: nameOf(urn),
    kind,
    urn,
    action,
    perHour: { now: roundMoney(rates.now), atRest: roundMoney(rates.atRest), atMost: roundMoney(rates.atMost) },
    unknown: stays ? undefined : unknown,
    unknownNow,
    assumed,
  };
}
