import type {
  CallOptions,
  Cluster,
  Collection,
  Endpoint,
  EndpointHealth,
  NetworkVolume,
  Platform,
  Pod,
  PodListOptions,
  Secret,
} from "../../client";
import { podCost } from "../../client/pods/cost";
import { type Creator, creatorOf } from "../../provider/creating/creator";
import type { Listed } from "../../provider/session/resource";
import type { RunStack } from "../../provider/session/run";
import { counted } from "../output/text";
import { liveWorkers, noVolumePrice, noWorkerPrice, type PriceList, volumePrice } from "./prices";

/** The current cost of an item on RunPod, in US dollars an hour. */
export interface LiveCost {
  readonly amount: number;
  /** Says which price is missing. */
  readonly unknown?: string;
}

/** Facts about an item from RunPod's list, as texts for users. */
export interface Facts {
  /** Status of a pod, number of live workers of an endpoint, or size and type of a volume. Empty for other kinds. */
  readonly status?: string;
  /** Hardware, such as `2 × NVIDIA A40` or `cpu3c with 4 vCPUs`. */
  readonly hardware?: string | undefined;
  /** Data centers or regions of the item. */
  readonly place?: string | null | undefined;
  /** Time of creation in RFC 3339. */
  readonly createdAt?: string | null | undefined;
  /** The Pulumi resource that created the item. Absent if the item's environment does not name a resource. */
  readonly creator?: Creator | undefined;
  /** The cluster of a cluster's pod. */
  readonly clusterId?: string | undefined;
}

/** The current work of a running item. RunPod keeps no history of the work. */
export interface Activity {
  /** Utilization of the pod's busiest GPU in percent, or of its CPUs if they are busier. Absent for an endpoint. */
  readonly utilization?: number;
  /** Number of queued and running jobs of an endpoint. Absent for a pod. */
  readonly jobs?: number;
  /** Number of jobs of an endpoint that have ended since its creation. Absent for a pod. */
  readonly finishedJobs?: number;
  /**
   * Time of the last start in RFC 3339. An idle time cannot have begun before this start. `null` if RunPod does not
   * report it.
   */
  readonly runningSince: string | null;
}

/** A worker of an endpoint or a pod of a cluster. */
export interface Part {
  readonly id: string;
  readonly status: string;
  readonly hardware: string | null;
  readonly place: string | null;
  /** Time of a pod's creation or of a worker's start, in RFC 3339. */
  readonly createdAt: string | null;
}

/** Functions that read the items of one kind on an account. */
interface AccountKind<Item extends Listed> {
  /** The word for this kind in commands and reports. */
  readonly word: string;
  of(platform: Platform): Pick<Collection<Item, never, never>, "listing"> & {
    list(options?: PodListOptions): Promise<Item[]>;
  };
  facts?(item: Item): Facts;
  /** Absent for a kind that is free of charge. */
  costNow?(item: Item, account: Account): Promise<LiveCost>;
  /** Absent for a kind without parts. */
  parts?(item: Item, account: Pick<Account, "platform" | "signal">): Promise<readonly Part[]>;
  /**
   * Returns the current work. Returns `undefined` if the item does not run or RunPod does not report its work. Absent
   * for a kind that does no work.
   */
  activity?(item: Item, account: Pick<Account, "platform" | "signal">): Promise<Activity | undefined>;
}

/** A kind with a cost per hour. */
interface PricedKind<Item extends Listed> extends AccountKind<Item> {
  costNow(item: Item, account: Account): Promise<LiveCost>;
}

export interface Account extends CallOptions {
  readonly platform: Platform;
  readonly prices: PriceList;
}

const pod: PricedKind<Pod> = {
  word: "pod",
  of: ({ pods }) => pods,
  facts: (one) => ({
    status: one.status,
    hardware: podHardware(one),
    place: one.dataCenterId,
    createdAt: one.createdAt,
    creator: creatorOf(one),
    clusterId: one.cluster?.id,
  }),
  costNow: async (one) => ({ amount: podCost(one) }),
  activity: async (one) => {
    const utilization = podUse(one);
    return utilization === undefined ? undefined : { utilization, runningSince: one.startedAt };
  },
};

/**
 * Returns `undefined` if RunPod does not report the use of every GPU. For a pod without GPUs, RunPod must report the
 * use of the CPUs.
 */
function podUse({ gpu, runtime }: Pod): number | undefined {
  const { gpus = [], cpu } = runtime ?? {};
  const uses = gpu === undefined ? [cpu?.util] : gpus.length === 0 ? [undefined] : gpus.map(({ util }) => util);
  const known = [...uses, ...(cpu?.util === undefined ? [] : [cpu.util])].filter((use) => use !== undefined);
  return uses.includes(undefined) ? undefined : Math.max(...known);
}

function podHardware({ gpu, cpu }: Pod): string | undefined {
  if (cpu !== undefined) return `${cpu.id} with ${counted(cpu.vcpuCount, "vCPU")}`;
  return gpu && `${gpu.count} × ${gpu.id}`;
}

const cluster: PricedKind<Cluster> = {
  word: "cluster",
  of: ({ clusters }) => clusters,
  facts: ({ pods, compute, dataCenterId, createdAt }) => ({
    status: `${pods.byStatus.RUNNING ?? 0} of ${counted(pods.total, "pod")} RUNNING`,
    hardware: `${compute.podCount} × ${compute.gpuCountPerPod} × ${compute.gpuTypeId}`,
    place: dataCenterId,
    createdAt,
  }),
  costNow: async ({ id }, { platform, signal }) => {
    const pods = await platform.clusters.pods(id, { signal });
    return { amount: pods.reduce((sum, one) => sum + podCost(one), 0) };
  },
  parts: async ({ id }, { platform, signal }) =>
    (await platform.clusters.pods(id, { signal })).map((one) => ({
      id: one.id,
      status: one.status,
      hardware: podHardware(one) ?? null,
      place: one.dataCenterId,
      createdAt: one.createdAt,
    })),
};

const serverlessEndpoint: PricedKind<Endpoint> = {
  word: "endpoint",
  of: ({ endpoints }) => endpoints,
  facts: (endpoint) => ({
    status: counted(liveWorkers(endpoint), "worker"),
    hardware: workerHardware(endpoint),
    place: endpoint.locations,
    createdAt: endpoint.createdAt,
    creator: creatorOf({ env: endpoint.env ?? {} }),
  }),
  costNow: async (endpoint, { platform, prices, signal }) =>
    costing(await prices.catalog.endpointNow(endpoint, platform, { signal }), noWorkerPrice(endpoint)),
  parts: async ({ id }, { platform, signal }) =>
    (await platform.workers.list(id, { signal })).workers.map((one) => ({
      id: one.id,
      status: one.status,
      hardware: one.gpuTypeId === null ? null : `${one.gpuCount} × ${one.gpuTypeId}`,
      place: one.dataCenterId,
      createdAt: one.startedAt,
    })),
  // A load balancer passes requests directly to its workers, so it has no queue of jobs.
  activity: async ({ id, type, createdAt = null }, { platform, signal }) =>
    type === "LB" ? undefined : { ...jobsIn(await platform.jobs.health(id, { signal })), runningSince: createdAt },
};

function workerHardware({ cpu = [], gpuIds, gpuCount = 1 }: Endpoint): string | undefined {
  if (cpu.length > 0) return cpu.map(({ id, vcpuCount }) => `${id} with ${counted(vcpuCount, "vCPU")}`).join(", ");
  return gpuIds === "" ? undefined : `${gpuCount} × ${gpuIds}`;
}

function jobsIn({ jobs: { inQueue, inProgress, completed, failed } }: EndpointHealth) {
  return { jobs: inQueue + inProgress, finishedJobs: completed + failed };
}

const networkVolume: PricedKind<NetworkVolume> = {
  word: "volume",
  of: ({ networkVolumes }) => networkVolumes,
  facts: ({ size, type, dataCenter }) => ({ status: `${size} GB ${type}`, place: dataCenter }),
  costNow: async ({ size, type }, { prices }) => {
    const perHour = volumePrice(type, prices.volumes);
    return costing(perHour && size * perHour, noVolumePrice(type));
  },
};

const priced = { Pod: pod, Cluster: cluster, ServerlessEndpoint: serverlessEndpoint, NetworkVolume: networkVolume };

/** Every kind of item on an account. Jobs are not in this list, because they end by themselves. */
export const accountKinds = {
  ...priced,
  Template: { word: "template", of: ({ templates }: Platform) => templates },
  RegistryCredential: { word: "credential", of: ({ registries }: Platform) => registries },
  Secret: {
    word: "secret",
    of: ({ secrets }: Platform) => secrets,
    facts: ({ createdAt }: Secret) => ({ createdAt }),
  },
  SshKey: { word: "ssh-key", of: ({ sshKeys }: Platform) => sshKeys },
};

/**
 * Kinds that a command lists only if the user or a state names them. People add their own SSH keys to the account, and a list of
 * what no stack manages would name each of these keys.
 */
const onlyWhenNamed: readonly OnAccount[] = ["SshKey"];

/** A kind whose work ends. One run has a highest cost, and no cost per hour. */
export const boundedKinds = ["Task"] as const;
export type Bounded = (typeof boundedKinds)[number];

export type Priced = keyof typeof priced;
export const pricedKinds = Object.keys(priced) as [Priced, ...Priced[]];
export const pricedKind = (kind: Priced): PricedKind<Listed> => priced[kind] as PricedKind<Listed>;

export type OnAccount = keyof typeof accountKinds;
export const kindsOnAccount = Object.keys(accountKinds) as [OnAccount, ...OnAccount[]];
/** The kinds that a list of an account shows. */
export const kindsListed = kindsOnAccount.filter((kind) => !onlyWhenNamed.includes(kind));
export const kindOnAccount = (kind: OnAccount): AccountKind<Listed> => accountKinds[kind] as AccountKind<Listed>;

function costing(amount: number | undefined, unknown: string): LiveCost {
  return amount === undefined ? { amount: 0, unknown } : { amount };
}

/** Returns the name of a stack as Pulumi writes it: `acme/shop/prod`, or `shop/prod` if the organization is unknown. */
export function shownAs({ organization, project, stack }: RunStack): string {
  return [...(organization === "-" ? [] : [organization]), project, stack].join("/");
}
