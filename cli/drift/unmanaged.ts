import type { Platform, Pod } from "../../client";
import { creatorOf } from "../../provider/kinds/pod/create/creator";
import { type Account, kindOnAccount, kindsOnAccount, type Listed, type OnAccount } from "../cost/kinds";
import { Prices } from "../cost/prices";
import { hoursPerMonth, roundMoney } from "../output/money";
import { byText } from "../output/text";
import type { Clusters, Unmanaged } from "./report";

export interface UnmanagedOptions {
  readonly signal?: AbortSignal;
  /** Ids that some stack holds. */
  readonly held: ReadonlySet<string>;
  /** Logical names that are taken in the stacks. */
  readonly names: ReadonlySet<string>;
  /** A command as a user types it for the one requested stack. */
  readonly commandLine: (command: string) => string;
  /** US dollars per GB and month of network volumes, by type. */
  readonly volumes?: Readonly<Record<string, number>>;
}

export interface Found {
  /** Dearest first. */
  readonly unmanaged: readonly Unmanaged[];
  readonly clusters: Clusters;
}

/** What of an account no stack holds, and the pods that none can hold. */
export async function findUnmanaged(platform: Platform, options: UnmanagedOptions): Promise<Found> {
  const { signal, held, volumes = {} } = options;
  const listOf = async (kind: OnAccount) => {
    const items = await kindOnAccount(kind).of(platform).list({ signal });
    return items.filter(({ id }) => !held.has(id)).map((item) => ({ kind, item }));
  };
  const others = kindsOnAccount.filter((kind) => kind !== "Pod");
  const [pods, ...lists] = await Promise.all([
    platform.pods.list({ signal, includeClusterPods: true }),
    ...others.map(listOf),
  ]);
  const free = pods.filter(({ id, cluster }) => cluster === undefined && !held.has(id));
  const strays = [...free.map((item) => ({ kind: "Pod" as const, item })), ...lists.flat()];
  const needsCatalog = strays.some(({ kind }) => kind === "ServerlessEndpoint");
  const catalog = needsCatalog ? await Prices.from(platform, { signal }) : new Prices([], []);
  const account = { platform, prices: { catalog, volumes }, signal };
  const found = await Promise.all(strays.map(({ kind, item }) => strayOf(kind, item, account)));
  const sorted = found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
  return { unmanaged: withImports(sorted, options), clusters: clustersIn(pods) };
}

type Stray = Omit<Unmanaged, "import" | "costPerMonth">;

/** Of pods alone the platform reports when, and their environment by whom, they were created. */
async function strayOf(kind: OnAccount, item: Listed | Pod, account: Account): Promise<Stray> {
  const { status, costNow } = kindOnAccount(kind);
  const { amount, unknown } = (await costNow?.(item, account)) ?? { amount: 0 };
  const isPod = "createdAt" in item && "cost" in item;
  return {
    kind,
    id: item.id,
    name: item.name,
    status: status?.(item) ?? "",
    createdAt: isPod ? item.createdAt : null,
    costPerHour: unknown === undefined ? amount : null,
    createdBy: isPod ? creatorShown(item) : null,
  };
}

/** Names of a stack as Pulumi writes them: `acme/shop/prod`, or `shop/prod` where no organization is known. */
function creatorShown(pod: Pod): string | null {
  const creator = creatorOf(pod);
  if (creator === undefined) return null;
  const { organization, project, stack } = creator;
  return [...(organization === "-" ? [] : [organization]), project, stack].join("/");
}

/** Each with a logical name of its own: Pulumi refuses one that the stack has already. */
function withImports(strays: readonly Stray[], { names, commandLine }: UnmanagedOptions): Unmanaged[] {
  const taken = new Set(names);
  return strays.map((stray) => {
    const { kind, id, name } = stray;
    const word = wordOf(name);
    const logical = word === "" ? id : taken.has(word) ? `${word}-${id}` : word;
    taken.add(logical);
    const costPerMonth = stray.costPerHour === null ? null : roundMoney(stray.costPerHour * hoursPerMonth);
    return { ...stray, costPerMonth, import: commandLine(`pulumi import podwright:index:${kind} ${logical} ${id}`) };
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
