/*
 * The inventory of an account: each pod, endpoint, cluster, volume and free item is one plain row. Commands about a whole
 * account use it. Commands that take a resource's name use it, too.
 *
 * - `listAccount` reads the rows, with one list request for each kind. Costs need the catalog, and sometimes the workers of an
 *   endpoint. Activity and parts need one request for each endpoint. A caller asks only for the facts that it uses.
 * - `readInventory` of `accounts.ts` reads one or several accounts and the states of stacks, and adds the owner of each row.
 *   `unread` lists stacks that Podwright could not read. A command that calls a row unowned must also name these stacks.
 * - `ownerOf` of `ownership.ts` names the stack and the logical name. `held` is true if the stack's state contains the item.
 * - `findItem` of `find.ts` finds one row by id, name or logical name, and refuses an ambiguous name. `onSubject` of
 *   `operate/subject.ts` does this for a command about one resource.
 * - `isIdle` decides whether an item has no work now. RunPod keeps no history of the work, so the idle time is unknown.
 * - A new fact of a kind is a line in `kinds.ts`, and a field of `AccountItem` that `describe` fills.
 *
 * A row contains no environment and no key. Each report lists its own fields, so a new field of a row changes no report.
 */
import type { Platform } from "../../client";
import { isNotFound, substitute } from "../../client/http/answers/substitute";
import { present } from "../../kernel/values";
import type { Creator } from "../../provider/creating/creator";
import type { Listed } from "../../provider/session/resource";
import { hoursPerMonth, roundMoney } from "../output/money";
import { byText } from "../output/text";
import {
  type Account,
  type Activity,
  kindOnAccount,
  kindsListed,
  type LiveCost,
  type OnAccount,
  type Part,
} from "./kinds";
import { Prices } from "./prices";

/** An item on an account, with its cost in US dollars. The cost is `null` if the price is unknown. */
export interface AccountItem extends Listed {
  readonly kind: OnAccount;
  readonly status: string;
  /** Hardware, such as `2 × NVIDIA A40`. `null` for a kind without hardware. */
  readonly hardware: string | null;
  /** Data centers or regions of the item. `null` if RunPod has not chosen a place or does not report it. */
  readonly place: string | null;
  /** Time of creation in RFC 3339. */
  readonly createdAt: string | null;
  /** The Pulumi resource that created the item. Absent if the item's environment does not name a resource. */
  readonly creator: Creator | undefined;
  /** The cluster of a cluster's pod. The cluster's owner is also the owner of the pod. */
  readonly clusterId?: string | undefined;
  readonly costPerHour: number | null;
  readonly costPerMonth: number | null;
  /** Absent if the caller did not request it, or if RunPod does not report it. */
  readonly activity?: Activity;
  /**
   * The workers of an endpoint or the pods of a cluster. Absent for other kinds, and if the caller did not request
   * parts.
   */
  readonly parts?: readonly Part[];
}

export interface AccountOptions {
  readonly signal?: AbortSignal;
  /** US dollars per GB and month of network volumes, by type. */
  readonly volumes?: Readonly<Record<string, number>>;
}

export interface Wanted extends AccountOptions {
  /** The kinds to list. Default: all kinds except those that are listed only when somebody names them. */
  readonly kinds?: readonly OnAccount[];
  /** Decides which items to list. The function sends no further requests for the other items. Default: all items. */
  readonly isWanted?: (kind: OnAccount, id: string) => boolean;
  /** True to read prices. Otherwise each cost is `null`. Default: true. */
  readonly costs?: boolean;
  /** True to read the current work of items. Default: false. */
  readonly activity?: boolean;
  /** True to read the workers of endpoints and the pods of clusters. Default: false. */
  readonly parts?: boolean;
  /**
   * True to list the pods of a cluster as pods too. The costs of such a pod then appear in two items. Default: false.
   */
  readonly clusterPods?: boolean;
}

/**
 * Returns the requested items of an account, the most expensive item first. The pods of a cluster count as parts of the
 * cluster, not as pods.
 */
export async function listAccount(platform: Platform, wanted: Wanted = {}): Promise<AccountItem[]> {
  const { signal, volumes = {}, kinds = kindsListed, isWanted = () => true, costs = true } = wanted;
  const listOf = async (kind: OnAccount) => {
    const items = await kindOnAccount(kind).of(platform).list({ signal, includeClusterPods: wanted.clusterPods });
    return items.filter(({ id }) => isWanted(kind, id)).map((item) => ({ kind, item }));
  };
  const found = (await Promise.all(kinds.map(listOf))).flat();
  const needsCatalog = costs && found.some(({ kind }) => kind === "ServerlessEndpoint");
  const catalog = needsCatalog ? await Prices.from(platform, { signal }) : new Prices([], []);
  const account = { platform, prices: { catalog, volumes }, signal };
  const items = await Promise.all(found.map(({ kind, item }) => describe(kind, item, account, wanted)));
  return items.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
}

async function describe(kind: OnAccount, item: Listed, account: Account, wanted: Wanted): Promise<AccountItem> {
  const { facts, costNow, activity: activityOf, parts: partsOf } = kindOnAccount(kind);
  // The item may no longer exist.
  const ifThere = <T>(read: Promise<T> | undefined) => read && substitute(read, isNotFound, undefined);
  const [cost, activity, parts]: [LiveCost | undefined, Activity | undefined, readonly Part[] | undefined] =
    await Promise.all([
      wanted.costs !== false ? (costNow?.(item, account) ?? { amount: 0 }) : undefined,
      wanted.activity ? ifThere(activityOf?.(item, account)) : undefined,
      wanted.parts ? ifThere(partsOf?.(item, account)) : undefined,
    ]);
  const costPerHour = cost === undefined || cost.unknown !== undefined ? null : cost.amount;
  const { status = "", hardware = null, place = null, createdAt = null, creator, clusterId } = facts?.(item) ?? {};
  const { id, name } = item;
  return {
    kind,
    id,
    name,
    status,
    hardware,
    place,
    createdAt,
    creator,
    costPerHour,
    costPerMonth: costPerHour === null ? null : roundMoney(costPerHour * hoursPerMonth),
    ...present({ clusterId, activity, parts }),
  };
}

/** An item counts as idle if its utilization in percent is below this limit. Even an idle machine is never at 0. */
const idleBelow = 5;

/**
 * Returns whether the item has no work now and has run for at least `ms`. RunPod reports only the current work, so an
 * item in a short pause also counts as idle. An item with an unknown start counts as old enough.
 */
export function isIdle({ activity }: { readonly activity?: Activity | undefined }, ms: number, now: number): boolean {
  if (activity === undefined) return false;
  const { utilization = 0, jobs = 0, runningSince } = activity;
  return jobs === 0 && utilization < idleBelow && (runningSince === null || now - Date.parse(runningSince) >= ms);
}
