import type { CallOptions, CpuType, Endpoint, GpuType, Platform } from "../../client";
import { parseGpuIds } from "../../client/endpoints/tokens";
import { isPlatformError, substitute } from "../../client/http/answers/substitute";
import { hasHost } from "../../provider/kinds/serverless-endpoint/serving/rollout";
import { hoursPerMonth } from "../output/money";

/**
 * Lowest and highest price in US dollars per hour. The two prices differ if RunPod can choose between kinds of
 * hardware.
 */
export interface Price {
  readonly low: number;
  readonly high: number;
}

export interface PriceList {
  readonly catalog: Prices;
  /**
   * Prices of volumes in US dollars per GB and month, by volume type. The user sets these prices, because RunPod's
   * catalog has no prices of volumes.
   */
  readonly volumes: Readonly<Record<string, number>>;
}

/** Returns the price of a volume in US dollars per GB and hour. */
export function volumePrice(type: string, volumes: PriceList["volumes"]): number | undefined {
  const perMonth = volumes[type];
  return perMonth === undefined ? undefined : perMonth / hoursPerMonth;
}

/** The hardware that a worker may have: GPU pools, with excluded types after a `-`, or CPUs. */
export interface WorkerHardware {
  readonly gpuIds?: string | undefined;
  readonly gpuCount?: number | undefined;
  readonly cpu?: readonly { readonly id: string; readonly vcpuCount: number }[] | undefined;
}

/** The prices by catalog. A client lives no longer than a report, so the prices are as new as the report. */
const known = new WeakMap<Platform["catalog"], Promise<Prices>>();

/** The catalog's prices of hardware. The catalog has no prices of disks and network volumes. */
export class Prices {
  readonly #gpus: ReadonlyMap<string, GpuType>;
  readonly #cpus: ReadonlyMap<string, CpuType>;

  constructor(gpus: readonly GpuType[], cpus: readonly CpuType[]) {
    this.#gpus = new Map(gpus.map((type) => [type.id, type]));
    this.#cpus = new Map(cpus.map((type) => [type.id, type]));
  }

  /** Reads the catalog once for each client. */
  static async from({ catalog }: Platform, options: CallOptions = {}): Promise<Prices> {
    const read = async () => new Prices(...(await Promise.all([catalog.gpuTypes(options), catalog.cpuTypes(options)])));
    const prices = known.get(catalog) ?? read();
    known.set(catalog, prices);
    return await prices.catch((error: unknown) => {
      known.delete(catalog);
      throw error;
    });
  }

  /** Returns the price of a running GPU pod, or `undefined` if the catalog does not offer the hardware. */
  gpuPod({ id, count = 1 }: { id: string; count?: number | undefined }, cloud: string): Price | undefined {
    const type = this.#gpus.get(id);
    const each = cloud === "COMMUNITY" ? type?.price.community : type?.price.secure;
    // A type has the price 0 in a cloud that does not offer it.
    return each ? exactly(each * count) : undefined;
  }

  /** Returns the price of a running CPU pod. */
  cpuPod({ id, vcpuCount }: { id: string; vcpuCount: number }): Price | undefined {
    const type = this.#cpus.get(id);
    return type === undefined ? undefined : exactly(type.price.securePerVcpu * vcpuCount);
  }

  /**
   * Returns the price of one live worker, or `undefined` if the catalog has no price for any hardware that the worker
   * may have.
   */
  worker(hardware: WorkerHardware): Price | undefined {
    const prices = [...this.#choicesOf(hardware).values()].flat();
    return prices.length === 0 ? undefined : { low: Math.min(...prices), high: Math.max(...prices) };
  }

  /** Returns the pools and flavors of this hardware for which the catalog has no price. */
  unpriced(hardware: WorkerHardware): string[] {
    return [...this.#choicesOf(hardware)].flatMap(([name, prices]) => (prices.length === 0 ? [name] : []));
  }

  /** Returns the prices of a worker, by pool and flavor. */
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
   * Returns the current cost of an endpoint in US dollars per hour. If the price depends on the workers' hardware, this
   * method reads the hardware from RunPod. If RunPod refuses, the method uses the most expensive hardware that the
   * workers may have.
   */
  async endpointNow(endpoint: Endpoint, platform: Platform, options: CallOptions): Promise<number | undefined> {
    if (endpoint.workers === 0) return 0;
    const price = this.worker(endpoint);
    const atDearest = price && times(price, liveWorkers(endpoint)).high;
    if (endpoint.workers !== undefined && price !== undefined && price.low === price.high) return atDearest;
    // The read fails if the endpoint no longer exists. A missing price must not make the estimate fail.
    const read = await substitute(platform.workers.list(endpoint.id, options), isPlatformError, undefined);
    if (read === undefined) return liveWorkers(endpoint) === 0 ? 0 : atDearest;
    return read.workers.filter(hasHost).reduce<number | undefined>((sum, { gpuTypeId, gpuCount }) => {
      const ofOneGpu = this.#gpus.get(gpuTypeId ?? "")?.price.serverless;
      const each = ofOneGpu ? ofOneGpu * Math.max(1, gpuCount) : price?.high;
      return sum === undefined || each === undefined ? undefined : sum + each;
    }, 0);
  }
}

/** Returns the number of live workers, or `workersMin` if RunPod's API does not report it. */
export function liveWorkers({ workers, workersMin }: Pick<Endpoint, "workers" | "workersMin">): number {
  return workers ?? workersMin;
}

export function noVolumePrice(type: string): string {
  return `the catalog has no price of a ${type} volume: set it with --volume-price ${type}=USD_PER_GB_MONTH`;
}

export function noWorkerPrice({ gpuIds, cpu }: WorkerHardware): string {
  return `the catalog has no serverless price of ${cpu?.map(({ id }) => id).join(" or ") ?? gpuIds}`;
}

export function times({ low, high }: Price, count: number): Price {
  return { low: low * count, high: high * count };
}

function exactly(price: number): Price {
  return { low: price, high: price };
}
