import type { CallOptions, CpuType, Endpoint, GpuType, Platform } from "../../client";
import { parseGpuIds } from "../../client/endpoints/tokens";
import { isPlatformError, substitute } from "../../client/errors/substitute";
import { hasHost } from "../../provider/kinds/serverless-endpoint/serving/rollout";
import { hoursPerMonth } from "../output/money";

/** US dollars an hour. The two differ where the platform will choose between hardware of several prices. */
export interface Price {
  readonly low: number;
  readonly high: number;
}

export interface PriceList {
  readonly catalog: Prices;
  /** US dollars per GB and month by volume type: the catalog has none. */
  readonly volumes: Readonly<Record<string, number>>;
}

/** US dollars per GB and hour. */
export function volumePrice(type: string, volumes: PriceList["volumes"]): number | undefined {
  const perMonth = volumes[type];
  return perMonth === undefined ? undefined : perMonth / hoursPerMonth;
}

/** What a worker may be: GPUs by pools, with types that are left out after a `-`, or CPUs. */
export interface WorkerHardware {
  readonly gpuIds?: string | undefined;
  readonly gpuCount?: number | undefined;
  readonly cpu?: readonly { readonly id: string; readonly vcpuCount: number }[] | undefined;
}

/** The catalog's prices of hardware. It has none of disks and network volumes. */
export class Prices {
  readonly #gpus: ReadonlyMap<string, GpuType>;
  readonly #cpus: ReadonlyMap<string, CpuType>;

  constructor(gpus: readonly GpuType[], cpus: readonly CpuType[]) {
    this.#gpus = new Map(gpus.map((type) => [type.id, type]));
    this.#cpus = new Map(cpus.map((type) => [type.id, type]));
  }

  static async from({ catalog }: Platform, options: CallOptions = {}): Promise<Prices> {
    const [gpus, cpus] = await Promise.all([catalog.gpuTypes(options), catalog.cpuTypes(options)]);
    return new Prices(gpus, cpus);
  }

  /** A running GPU pod. `undefined` where the catalog does not offer that. */
  gpuPod({ id, count = 1 }: { id: string; count?: number | undefined }, cloud: string): Price | undefined {
    const type = this.#gpus.get(id);
    const each = cloud === "COMMUNITY" ? type?.price.community : type?.price.secure;
    // Where a type is not offered in a cloud, its price there is 0.
    return each ? exactly(each * count) : undefined;
  }

  /** A running CPU pod. */
  cpuPod({ id, vcpuCount }: { id: string; vcpuCount: number }): Price | undefined {
    const type = this.#cpus.get(id);
    return type === undefined ? undefined : exactly(type.price.securePerVcpu * vcpuCount);
  }

  /** One live worker of an endpoint. `undefined` where the catalog prices nothing of what it may be. */
  worker(hardware: WorkerHardware): Price | undefined {
    const prices = [...this.#choicesOf(hardware).values()].flat();
    return prices.length === 0 ? undefined : { low: Math.min(...prices), high: Math.max(...prices) };
  }

  /** Pools and flavors among those that a worker may be of which the catalog prices nothing. */
  unpriced(hardware: WorkerHardware): string[] {
    return [...this.#choicesOf(hardware)].flatMap(([name, prices]) => (prices.length === 0 ? [name] : []));
  }

  /** The prices of a worker, by pool and flavor. */
  #choicesOf({ gpuIds, gpuCount = 1, cpu = [] }: WorkerHardware): ReadonlyMap<string, readonly number[]> {
    const { pools, excludedTypes } = parseGpuIds(gpuIds ?? "");
    const gpus = [...this.#gpus.values()].filter(({ id }) => !excludedTypes.includes(id));
    const choices = [
      ...pools.map((name) => {
        const types = gpus.filter(({ pool }) => pool === name);
        return [name, types.map(({ price }) => (price.serverless ?? 0) * gpuCount)] as const;
      }),
      ...cpu.map(
        ({ id, vcpuCount }) => [id, [(this.#cpus.get(id)?.price.serverlessPerVcpu ?? 0) * vcpuCount]] as const,
      ),
    ];
    const known = new Map<string, readonly number[]>();
    for (const [name, prices] of choices) {
      known.set(name, [...(known.get(name) ?? []), ...prices.filter((price) => price > 0)]);
    }
    return known;
  }

  /**
   * An endpoint as it is now, in US dollars an hour: its workers by their own hardware, which is read where it makes
   * a difference; where that is not known, by the dearest it may be.
   */
  async endpointNow(endpoint: Endpoint, platform: Platform, options: CallOptions): Promise<number | undefined> {
    if (endpoint.workers === 0) return 0;
    const price = this.worker(endpoint);
    const atDearest = price && times(price, liveWorkers(endpoint)).high;
    if (endpoint.workers !== undefined && price !== undefined && price.low === price.high) return atDearest;
    // The endpoint may just have gone, and a price is not worth failing for.
    const read = await substitute(platform.workers.list(endpoint.id, options), isPlatformError, undefined);
    if (read === undefined) return liveWorkers(endpoint) === 0 ? 0 : atDearest;
    return read.workers.filter(hasHost).reduce<number | undefined>((sum, { gpuTypeId, gpuCount }) => {
      const ofOneGpu = this.#gpus.get(gpuTypeId ?? "")?.price.serverless;
      const each = ofOneGpu ? ofOneGpu * Math.max(1, gpuCount) : price?.high;
      return sum === undefined || each === undefined ? undefined : sum + each;
    }, 0);
  }
}

/** Where the surface does not report how many live, those that always do. */
export function liveWorkers({ workers, workersMin }: Pick<Endpoint, "workers" | "workersMin">): number {
  return workers ?? workersMin;
}

export function times({ low, high }: Price, count: number): Price {
  return { low: low * count, high: high * count };
}

function exactly(price: number): Price {
  return { low: price, high: price };
}
