import type { NetworkVolume, Platform, Pod } from "../../client";
import { creatorOf } from "../../provider/kinds/pod/create/creator";
import { liveWorkers, Prices } from "../cost/prices";
import { hoursPerMonth } from "../cost/report";
import { roundMoney } from "../output/money";
import { byText, counted } from "../output/text";
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
  const [pods, endpoints, disks, templates, credentials] = await Promise.all([
    platform.pods.list({ signal, includeClusterPods: true }),
    platform.endpoints.list({ signal }),
    platform.networkVolumes.list({ signal }),
    platform.templates.list({ signal }),
    platform.registries.list({ signal }),
  ]);
  const unheld = <T extends { readonly id: string }>(all: readonly T[]) => all.filter(({ id }) => !held.has(id));
  const strays = unheld(endpoints);
  const prices = strays.length === 0 ? new Prices([], []) : await Prices.from(platform, { signal });
  const found = [
    ...unheld(pods)
      .filter(({ cluster }) => cluster === undefined)
      .map(ofPod),
    ...(await Promise.all(
      strays.map(async (one) =>
        anonymous("ServerlessEndpoint", one, {
          status: counted(liveWorkers(one), "worker"),
          costPerHour: (await prices.endpointNow(one, platform, { signal })) ?? null,
        }),
      ),
    )),
    ...unheld(disks).map((disk) => {
      const { size, type } = disk;
      const costPerHour = costPerHourOf(disk, volumes);
      return anonymous("NetworkVolume", disk, { status: `${size} GB ${type}`, costPerHour });
    }),
    ...unheld(templates).map((one) => anonymous("Template", one)),
    ...unheld(credentials).map((one) => anonymous("RegistryCredential", one)),
  ];
  const sorted = found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || byText(a.name, b.name));
  return { unmanaged: withImports(sorted, options), clusters: clustersIn(pods) };
}

function costPerHourOf({ size, type }: NetworkVolume, volumes: Readonly<Record<string, number>>): number | null {
  const perMonth = volumes[type];
  return perMonth === undefined ? null : (size * perMonth) / hoursPerMonth;
}

type Stray = Omit<Unmanaged, "import" | "costPerMonth">;

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

/** The platform tells neither when nor by whom it was created. */
function anonymous(
  kind: Stray["kind"],
  { id, name }: { readonly id: string; readonly name: string },
  { status = "", costPerHour = 0 }: { readonly status?: string; readonly costPerHour?: number | undefined | null } = {},
): Stray {
  return { kind, id, name, status, createdAt: null, costPerHour, createdBy: null };
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
