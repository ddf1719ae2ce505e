import type { CallOptions, CpuType, Endpoint, GpuType, Platform } from "../provider/platform";

/** US dollars an hour. The two differ where the platform will choose between hardware of several prices. */
export interface Price {
  readonly low: number;
  readonly high: number;
}

/** What the catalog asks for hardware. It has no prices of disks and network volumes. */
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

  /** One live worker of an endpoint, by its `gpuIds`: pools, and types with a `-` before them that are left out. */
  worker(gpuIds: string): Price | undefined {
    const tokens = gpuIds.split(",").map((token) => token.trim());
    const excluded = new Set(tokens.filter((token) => token.startsWith("-")).map((token) => token.slice(1)));
    const prices = [...this.#gpus.values()].flatMap(({ id, pool, price }) =>
      pool !== null && tokens.includes(pool) && !excluded.has(id) && price.serverless ? [price.serverless] : [],
    );
    return prices.length === 0 ? undefined : { low: Math.min(...prices), high: Math.max(...prices) };
  }

  /** An endpoint as it is now, at the dearest hardware its workers may be on: US dollars an hour. */
  endpoint(endpoint: Endpoint): number | undefined {
    const live = liveWorkers(endpoint);
    if (live === 0) return 0;
    const price = this.worker(endpoint.gpuIds);
    return price && times(price, live).high;
  }
}

/** Where the surface does not tell how many live, those that always do. */
export function liveWorkers({ workers, workersMin }: Pick<Endpoint, "workers" | "workersMin">): number {
  return workers ?? workersMin;
}

export function times({ low, high }: Price, count: number): Price {
  return { low: low * count, high: high * count };
}

function exactly(price: number): Price {
  return { low: price, high: price };
}
