import { availableParallelism } from "node:os";
import type { Platform } from "../../client";
import { messageOf } from "../../kernel/plain-text";
import { someAtOnce } from "../../kernel/some-at-once";
import type { Reading } from "../../provider/session/resource";
import { type Account, type LiveCost, type Priced, pricedKind } from "../account/kinds";
import { type PriceList, Prices } from "../account/prices";
import { providersOf } from "../account/providers";
import type { CommandContext } from "../context/context";
import { roundMoney } from "../output/money";
import type { Progress } from "../output/progress";
import { onAccount, settingsOf } from "../stack/connection";
import { everyStackOf, type Selection } from "../stack/every-stack";
import { placeOf, type StackLocation } from "../stack/place";
import { byKindAndName, resourceOf } from "../stack/resource-types";
import { sharingAccounts } from "../stack/shared-accounts";
import { pulumisAtOnce, Stack } from "../stack/stack";
import { nameOf, resourcesIn, stackOf } from "../stack/state";
import { discountOf } from "./discount";
import { estimate } from "./estimate";
import { type Planned, plannedIn, staying } from "./planned";
import { failed, type ResourceCost, type StackCost, sumOf } from "./report";
import { costWithoutProgram } from "./without-program";

/**
 * The largest number of previews at the same time. A preview runs the program and the plugin, which use a core and several
 * hundred megabytes. More previews than cores would only use more memory.
 */
const previewsAtOnce = Math.min(pulumisAtOnce, availableParallelism());

export interface CostOptions {
  readonly context: CommandContext;
  readonly volumes: Readonly<Record<string, number>>;
  /** True to compare with RunPod in the preview, as `pulumi up --refresh` does. */
  readonly refresh: boolean;
}

/** Returns the future cost of each stack, with one reading of each account. */
export async function costsOf(selection: Selection, options: CostOptions, progress: Progress): Promise<StackCost[]> {
  return await sharingAccounts(options.context, (context) => costsWith(selection, { ...options, context }, progress));
}

/** Previews a few stacks at a time. */
async function costsWith(
  { locations: previewed, unlisted, withoutProgram = [] }: Selection,
  options: CostOptions,
  progress: Progress,
): Promise<StackCost[]> {
  const locations = [...previewed, ...withoutProgram];
  let done = 0;
  const stacks = await someAtOnce(locations, previewsAtOnce, async (location) => {
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
  const readOn = async (platform: Platform, own: readonly Planned[]) => {
    const prices = { catalog: await Prices.from(platform, { signal }), volumes };
    // RunPod lists the pod of a task as a pod.
    const itemKind = ({ kind, type }: Planned) => (resourceOf(type)?.holds?.kind ?? kind) as Priced;
    const kinds = new Set(own.filter(({ ids }) => ids.length > 0).map(itemKind));
    const ids = new Set(own.flatMap((one) => one.ids));
    const [live, ...jobs] = await Promise.all([
      liveCosts(kinds, ids, { platform, prices, signal }),
      ...own.map(async (one) => [one.urn, await jobsOf(one, { platform, signal })] as const),
    ]);
    return { prices, live, jobs, serverlessDiscount: hasEndpoints ? await discountOf(platform, context) : undefined };
  };
  const { accounts, unknown } = await accountsOfPlan(planned, stack, context);
  const read = await Promise.all(
    accounts.map(({ settings, own }) => onAccount(settings, context, (platform) => readOn(platform, own))),
  );
  const [first] = read;
  if (first === undefined) throw new Error(`Podwright could not read an account of the stack: ${unknown[0]?.error}`);
  const unseen = unknown.flatMap(({ own, error }) =>
    own.flatMap(({ ids }) => ids.map((id) => [id, { amount: 0, unknown: error }] as const)),
  );
  const found = {
    prices: first.prices,
    live: new Map([...unseen, ...read.flatMap(({ live }) => [...live])]),
    jobs: new Map(read.flatMap(({ jobs }) => jobs)),
  };
  const resources = planned.map((one) => costOfOne(one, found)).toSorted(byKindAndName);
  return { resources, serverlessDiscount: first.serverlessDiscount };
}

/** Divides the planned resources by the accounts of their providers. A resource without an id is on no account yet. */
async function accountsOfPlan(planned: readonly Planned[], stack: Stack, context: CommandContext) {
  const providerOfOne = ({ ids, provider }: Planned) => (ids.length > 0 ? provider : undefined);
  const isUsual = planned.every((one) => providerOfOne(one) === undefined);
  if (isUsual) return { accounts: [{ settings: await settingsOf(stack, context), own: planned }], unknown: [] };
  const providers = await providersOf(stack, resourcesIn(await stack.state()), context);
  const groups = providers.map(({ urn, settings }) => ({
    settings,
    own: planned.filter((one) => providerOfOne(one) === urn),
  }));
  return {
    accounts: groups.flatMap(({ settings, own }) => ("value" in settings ? [{ settings: settings.value, own }] : [])),
    unknown: groups.flatMap(({ settings, own }) => ("error" in settings ? [{ error: settings.error, own }] : [])),
  };
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
  const { atRest = 0, atMost = 0, once, unknown, assumed } = (inputs && estimate(kind, inputs, prices, kept)) ?? {};
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
    once: once && { atMost: roundMoney(once.atMost), inAnHour: roundMoney(once.inAnHour) },
    unknown: stays ? undefined : unknown,
    unknownNow,
    assumed,
    jobs: jobs.get(urn),
  };
}
