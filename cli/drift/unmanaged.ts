import type { Endpoint, Platform, Pod } from "../../provider/platform";
import { counted } from "../output/counted";
import { liveWorkers, Prices } from "../prices";
import type { Unmanaged } from "./report";

export interface UnmanagedOptions {
  readonly signal?: AbortSignal;
  /** Ids that some stack holds. */
  readonly held: ReadonlySet<string>;
}

/** The pods and endpoints of an account that no stack holds, dearest first. */
export async function findUnmanaged(platform: Platform, { signal, held }: UnmanagedOptions): Promise<Unmanaged[]> {
  const [pods, endpoints] = await Promise.all([platform.pods.list({ signal }), platform.endpoints.list({ signal })]);
  const strays = endpoints.filter(({ id }) => !held.has(id));
  const prices = strays.length === 0 ? new Prices([], []) : await Prices.from(platform, { signal });
  const found = [
    ...pods.filter((pod) => !held.has(pod.id) && pod.cluster === undefined).map(ofPod),
    ...strays.map((endpoint) => ofEndpoint(endpoint, prices)),
  ];
  return found.toSorted((a, b) => (b.costPerHour ?? 0) - (a.costPerHour ?? 0) || a.name.localeCompare(b.name));
}

function ofPod({ id, name, status, createdAt, cost }: Pod): Unmanaged {
  return { kind: "Pod", id, name, status, createdAt, costPerHour: cost, import: importOf("Pod", name, id) };
}

function ofEndpoint(endpoint: Endpoint, prices: Prices): Unmanaged {
  const { id, name } = endpoint;
  const live = liveWorkers(endpoint);
  return {
    kind: "ServerlessEndpoint",
    id,
    name,
    status: counted(live, "worker"),
    createdAt: null,
    costPerHour: live === 0 ? 0 : (prices.endpoint(endpoint) ?? null),
    import: importOf("ServerlessEndpoint", name, id),
  };
}

/** Names on the platform hold anything: what is no plain word for a shell becomes a dash. */
function importOf(kind: string, name: string, id: string): string {
  const logical = name.replace(/[^\w.-]+/g, "-").replace(/^-+|-+$/g, "") || id;
  return `pulumi import podwright:index:${kind} ${logical} ${id}`;
}
