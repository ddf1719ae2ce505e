import type { Endpoint, Platform, Pod } from "../../provider/platform";
import { creatorOf } from "../../provider/resources/pod/creator";
import { byText } from "../output/by-text";
import { counted } from "../output/counted";
import { roundMoney } from "../output/money";
import { liveWorkers, Prices } from "../prices";
import type { Clusters, Unmanaged } from "./report";

export interface UnmanagedOptions {
  readonly signal?: AbortSignal;
  /** Ids that some stack holds. */
  readonly held: ReadonlySet<string>;
  /** Logical names that are taken in the stacks. */
  readonly names: ReadonlySet<string>;
  /** A command as a user types it for the one stack that was asked for. */
  readonly commandLine: (command: string) => string;
}

export interface Found {
  /** Dearest first. */
  readonly unmanaged: readonly Unmanaged[];
  readonly clusters: Clusters;
}

/** The pods and endpoints of an account that no stack holds, and the pods that none can hold. */
export async function findUnmanaged(platform: Platform, options: UnmanagedOptions): Promise<Found> {
  const { signal, held } = options;
  const [pods, endpoints] = await Promise.all([
    platform.pods.list({ signal, includeClusterPods: true }),
    platform.endpoints.list({ signal }),
  ]);
  const strays = endpoints.filter(({ id }) => !held.has(id));
  const prices = strays.length === 0 ? new Prices([], []) : await Prices.from(platform, { signal });
  const found = [
    ...pods.filter((pod) => !held.has(pod.id) && pod.cluster === undefined).map(ofPod),
    ...(await Promise.all(
      strays.map(async (one) => ofEndpoint(one, await prices.endpointNow(one, platform, { signal }))),
    )),
  ];
  const sorted = found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
  return { unmanaged: withImports(sorted, options), clusters: clustersIn(pods) };
}

type Stray = Omit<Unmanaged, "import">;

function ofPod(pod: Pod): Stray {
  const { id, name, status, createdAt, cost } = pod;
  return { kind: "Pod", id, name, status, createdAt, costPerHour: cost, createdBy: creatorShown(pod) };
}

/** Names of a stack as Pulumi writes them: `acme/shop/prod`, or `shop/prod` where no organization is known. */
function creatorShown(pod: Pod): string | null {
  const creator = creatorOf(pod);
  if (creator === undefined) return null;
  const { organization, project, stack } = creator;
  return [...(organization === "-" ? [] : [organization]), project, stack].join("/");
}

function ofEndpoint(endpoint: Endpoint, costPerHour: number | undefined): Stray {
  const { id, name } = endpoint;
  const status = counted(liveWorkers(endpoint), "worker");
  return {
    kind: "ServerlessEndpoint",
    id,
    name,
    status,
    createdAt: null,
    costPerHour: costPerHour ?? null,
    createdBy: null,
  };
}

/** Each with a logical name of its own: Pulumi refuses one that the stack has already. */
function withImports(strays: readonly Stray[], { names, commandLine }: UnmanagedOptions): Unmanaged[] {
  const taken = new Set(names);
  return strays.map((stray) => {
    const { kind, id, name } = stray;
    const word = wordOf(name);
    const logical = word === "" ? id : taken.has(word) ? `${word}-${id}` : word;
    taken.add(logical);
    return { ...stray, import: commandLine(`pulumi import podwright:index:${kind} ${logical} ${id}`) };
  });
}

/** Names on the platform hold anything: what is no plain word for a shell becomes a dash. */
function wordOf(name: string): string {
  return name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "");
}

function clustersIn(pods: readonly Pod[]): Clusters {
  const members = pods.flatMap(({ cluster, cost }) => (cluster === undefined ? [] : [{ id: cluster.id, cost }]));
  return {
    clusters: new Set(members.map(({ id }) => id)).size,
    pods: members.length,
    costPerHour: roundMoney(members.reduce((sum, { cost }) => sum + cost, 0)),
  };
}
