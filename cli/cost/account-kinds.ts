import {
  type CallOptions,
  type Cluster,
  type Collection,
  type Endpoint,
  type NetworkVolume,
  type Platform,
  type Pod,
  podCost,
  type Secret,
} from "../../client";
import { type Creator, creatorOf } from "../../provider/creating/creator";
import type { Listed } from "../../provider/session/resource";
import type { RunStack } from "../../provider/session/run";
import type { Values } from "../../provider/values/values";
import { counted } from "../output/text";
import {
  clusterEstimate,
  type Estimate,
  endpointEstimate,
  noVolumePrice,
  noWorkerPrice,
  podEstimate,
  volumeEstimate,
} from "./estimate";
import { liveWorkers, type PriceList, volumePrice } from "./prices";

/** The current cost of an item on RunPod, in US dollars an hour. */
export interface LiveCost {
  readonly amount: number;
  /** The parts without a price, in words. */
  readonly unknown?: string;
}

/** The functions that reports need for all items of a kind on an account. */
interface AccountKind<Item extends Listed> {
  of(platform: Platform): Pick<Collection<Item, never, never>, "list" | "listing">;
  status?(item: Item): string;
  /** Absent if RunPod reports neither. */
  origin?(item: Item): { readonly createdAt: string | null; readonly creator: Creator | undefined };
  /** Absent for a kind that is free of charge. */
  costNow?(item: Item, account: Account): Promise<LiveCost>;
}

/** A kind with a cost per hour. */
interface PricedKind<Item extends Listed> extends AccountKind<Item> {
  costNow(item: Item, account: Account): Promise<LiveCost>;
  /** The future cost of declared inputs. `kept` holds RunPod's values of the inputs that the program leaves out. */
  estimate(inputs: Values, prices: PriceList, kept: Values): Estimate;
}

export interface Account extends CallOptions {
  readonly platform: Platform;
  readonly prices: PriceList;
}

const pod: PricedKind<Pod> = {
  of: ({ pods }) => pods,
  status: ({ status }) => status,
  origin: (one) => ({ createdAt: one.createdAt, creator: creatorOf(one) }),
  costNow: async (one) => ({ amount: podCost(one) }),
  estimate: (inputs, { catalog }) => podEstimate(inputs, catalog),
};

const cluster: PricedKind<Cluster> = {
  of: ({ clusters }) => clusters,
  status: ({ pods }) => `${pods.byStatus.RUNNING ?? 0} of ${counted(pods.total, "pod")} RUNNING`,
  origin: ({ createdAt }) => ({ createdAt, creator: undefined }),
  costNow: async ({ id }, { platform, signal }) => {
    const pods = await platform.clusters.pods(id, { signal });
    return { amount: pods.reduce((sum, one) => sum + podCost(one), 0) };
  },
  estimate: (inputs, { catalog }) => clusterEstimate(inputs, catalog),
};

const serverlessEndpoint: PricedKind<Endpoint> = {
  of: ({ endpoints }) => endpoints,
  status: (endpoint) => counted(liveWorkers(endpoint), "worker"),
  origin: ({ createdAt = null, env }) => ({ createdAt, creator: creatorOf({ env: env ?? {} }) }),
  costNow: async (endpoint, { platform, prices, signal }) =>
    costing(await prices.catalog.endpointNow(endpoint, platform, { signal }), noWorkerPrice(endpoint)),
  estimate: (inputs, { catalog }, kept) => endpointEstimate({ ...kept, ...inputs }, catalog),
};

const networkVolume: PricedKind<NetworkVolume> = {
  of: ({ networkVolumes }) => networkVolumes,
  status: ({ size, type }) => `${size} GB ${type}`,
  costNow: async ({ size, type }, { prices }) => {
    const perHour = volumePrice(type, prices.volumes);
    return costing(perHour && size * perHour, noVolumePrice(type));
  },
  estimate: (inputs, { volumes }, kept) => volumeEstimate({ ...kept, ...inputs }, volumes),
};

const priced = { Pod: pod, Cluster: cluster, ServerlessEndpoint: serverlessEndpoint, NetworkVolume: networkVolume };

/** Every kind that an account can hold outside of stacks; jobs end by themselves. */
export const accountKinds = {
  ...priced,
  Template: { of: ({ templates }: Platform) => templates },
  RegistryCredential: { of: ({ registries }: Platform) => registries },
  Secret: {
    of: ({ secrets }: Platform) => secrets,
    origin: ({ createdAt }: Secret) => ({ createdAt, creator: undefined }),
  },
};

export type Priced = keyof typeof priced;
export const pricedKinds = Object.keys(priced) as [Priced, ...Priced[]];
export const pricedKind = (kind: Priced): PricedKind<Listed> => priced[kind] as PricedKind<Listed>;

export type OnAccount = keyof typeof accountKinds;
export const kindsOnAccount = Object.keys(accountKinds) as [OnAccount, ...OnAccount[]];
export const kindOnAccount = (kind: OnAccount): AccountKind<Listed> => accountKinds[kind] as AccountKind<Listed>;

/** The cost of a resource with these inputs. Inputs may hold placeholders for values that a preview does not show. */
export function estimate(kind: Priced, inputs: Values, prices: PriceList, kept: Values = {}): Estimate {
  return priced[kind].estimate(inputs, prices, kept);
}

function costing(amount: number | undefined, unknown: string): LiveCost {
  return amount === undefined ? { amount: 0, unknown } : { amount };
}

/** The name of a stack as Pulumi writes it: `acme/shop/prod`, or `shop/prod` without a known organization. */
export function shownAs({ organization, project, stack }: RunStack): string {
  return [...(organization === "-" ? [] : [organization]), project, stack].join("/");
}
