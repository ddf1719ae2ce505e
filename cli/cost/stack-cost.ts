import type { Platform } from "../../client";
import type { Reading } from "../../provider/session/resource";
import { messageOf } from "../../provider/values/errors";
import { type Account, type LiveCost, type Priced, pricedKind } from "../account/kinds";
import { type PriceList, Prices } from "../account/prices";
import type { CommandContext } from "../context/context";
import { someAtOnce } from "../context/some-at-once";
import { roundMoney } from "../output/money";
import type { Progress } from "../output/progress";
import { onAccount, settingsOf } from "../stack/connection";
import { everyStackOf, type Selection } from "../stack/every-stack";
import { placeOf, type StackLocation } from "../stack/place";
import { byKindAndName, resourceOf } from "../stack/resource-types";
import { pulumisAtOnce, Stack } from "../stack/stack";
import { nameOf, stackOf } from "../stack/state";
import { discountOf } from "./discount";
import { estimate } from "./estimate";
import { type Planned, plannedIn, staying } from "./planned";
import { failed, type ResourceCost, type StackCost, sumOf } from "./report";
import { costWithoutProgram } from "./without-program";

export interface CostOptions {
  readonly context: CommandContext;
  readonly volumes: Readonly<Record<string, number>>;
  /** True to compare with RunPod in the preview, as `pulumi up --refresh` does. */
  readonly refresh: boolean;
}

/** Returns the future cost of each stack. Previews a few stacks at a time. */
export async function costsOf(
  { locations: previewed, unlisted, withoutProgram = [] }: Selection,
  options: CostOptions,
  progress: Progress,
): Promise<StackCost[]> {
  const locations = [...previewed, ...withoutProgram];
  let done = 0;
  const stacks = await someAtOnce(locations, pulumisAtOnce, async (location) => {
    progress.update(
      locations.length > 1 ? `previewed ${done} of ${locations.length}` : `previewing ${placeOf(location)}`,
    );
    const cost = await costOf(location, options);
    done++;
    return cost;
  });
  return [
    ...stacks,
    ...unlisted.map(({ cwd, error }) =>
      failed({ cwd, stack: everyStackOf }, `Podwright could not list the stacks: ${error}`),
    ),
  ];
}

/** Returns the cost of a stack after the previewed update, or the reason why the cost is unknown. Changes nothing. */
async function costOf(location: StackLocation, options: CostOptions): Promise<StackCost> {
  const { cwd, stack: given = null } = location;
  const { context, refresh } = options;
  try {
    const stack = new Stack(location, context);
    // A preview without the program would plan to delete everything.
    if (location.project !== undefined) return await costWithoutProgram(location, options);
    const steps = await stack.preview({ refresh });
    const planned = plannedIn(steps);
    const { resources, serverlessDiscount } =
      planned.length === 0 ? { resources: [] } : await priced(planned, stack, options);
    const name = given ?? stackOf(steps[0]?.urn) ?? null;
    const perHour = sumOf(resources.map((one) => one.perHour));
    return { cwd, stack: name, resources, perHour, serverlessDiscount };
  } catch (error) {
    context.signal.throwIfAborted();
    return failed({ cwd, stack: given }, messageOf(error));
  }
}

async function priced(
  planned: readonly Planned[],
  stack: Stack,
  { context, volumes }: CostOptions,
): Promise<Pick<StackCost, "resources" | "serverlessDiscount">> {
  const { signal } = context;
  const hasEndpoints = planned.some(({ kind }) => kind === "ServerlessEndpoint");
  const readPrices = async (platform: Platform) => {
    const prices = { catalog: await Prices.from(platform, { signal }), volumes };
    const kinds = new Set(planned.filter(({ ids }) => ids.length > 0).map(({ kind }) => kind));
    const ids = new Set(planned.flatMap((one) => one.ids));
    return { prices, live: await liveCosts(kinds, ids, { platform, prices, signal }) };
  };
  const readAll = async (platform: Platform) => {
    const fates = planned.map(async (one) => [one.urn, await jobsOf(one, { platform, signal })] as const);
    const discount = hasEndpoints ? discountOf(platform, context) : undefined;
    const [found, serverlessDiscount, ...jobs] = await Promise.all([readPrices(platform), discount, ...fates]);
    return { ...found, serverlessDiscount, jobs: new Map(jobs) };
  };
  const found = await onAccount(await settingsOf(stack, context), context, readAll);
  const resources = planned.map((one) => costOfOne(one, found)).toSorted(byKindAndName);
  return { resources, serverlessDiscount: found.serverlessDiscount };
}

/**
 * Says what a delete does with the jobs of an endpoint. Pulumi's own preview cannot say this, because Pulumi calls no provider
 * before a delete.
 */
async function jobsOf({ type, deleted }: Planned, reading: Reading): Promise<string | undefined> {
  const { foreseeDelete } = resourceOf(type) ?? {};
  const lines = deleted.map(async ({ id, inputs = {}, outputs: state = {} }) => {
    const request = { id, inputs, state };
    return await foreseeDelete?.(reading, request).catch(() => {
      reading.signal.throwIfAborted();
      return foreseeDelete(undefined, request);
    });
  });
  const sentences = (await Promise.all(lines)).flatMap((line) => line ?? []);
  return sentences.length === 0 ? undefined : sentences.join("; ");
}

/** The costs of the resources that exist on RunPod, by id. */
type LiveCosts = ReadonlyMap<string, LiveCost>;

/** Returns the costs of the resources that exist on RunPod. Sends one list request for each kind. */
async function liveCosts(kinds: ReadonlySet<Priced>, ids: ReadonlySet<string>, account: Account): Promise<LiveCosts> {
  const costs = new Map<string, LiveCost>();
  const listings = [...kinds].map(async (kind) => {
    const { of, costNow } = pricedKind(kind);
    const { items, unreadable } = await of(account.platform).listing({ signal: account.signal });
    for (const { id } of unreadable) {
      if (id !== undefined) costs.set(id, { amount: 0, unknown: "the resource exists, but Podwright cannot read it" });
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
  /** What planned deletes do with jobs, by URN. */
  readonly jobs: ReadonlyMap<string, string | undefined>;
}

function costOfOne({ urn, kind, action, ids, inputs, kept }: Planned, { prices, live, jobs }: Found): ResourceCost {
  const found = ids.flatMap((id) => live.get(id) ?? []);
  const now = found.reduce((sum, { amount }) => sum + amount, 0);
  const [unknownNow] = found.flatMap((one) => one.unknown ?? []);
  const { atRest = 0, atMost = 0, unknown, assumed } = (inputs && estimate(kind, inputs, prices, kept)) ?? {};
  // A pod that the update does not move keeps RunPod's present price, even if the program allows other hardware.
  const stays = kind === "Pod" && inputs?.desiredStatus === "RUNNING" && staying.has(action) && now > 0;
  // A volume that grew outside Pulumi does not shrink.
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
    jobs: jobs.get(urn),
  };
}
