import type { GpuType } from "../catalog/types";
import { parseGpuIds } from "../endpoints/tokens";

type Types = readonly Pick<GpuType, "id" | "name" | "pool">[];

/** Endpoints name pools in capitals; GPU types have names with spaces. */
export function isPool(gpuId: string): boolean {
  return /^[A-Z0-9_]+$/.test(gpuId);
}

/** The GPU types that an endpoint may run on: every type of its pools except the excluded ones. */
export class EndpointGpus {
  readonly #pools: readonly string[];
  readonly #excluded: ReadonlySet<string>;

  constructor(gpuIds: string) {
    const { pools, excludedTypes } = parseGpuIds(gpuIds);
    this.#pools = pools;
    this.#excluded = new Set(excludedTypes);
  }

  /** Whether its bill is for the pool or GPU type. With `several` possible ones, the bill does not name which. */
  matches(wanted: string, types: Types): "yes" | "no" | "several" {
    const mayRunOn = isPool(wanted) ? this.#pools : this.#typesAmong(types);
    if (!mayRunOn.includes(wanted)) return "no";
    return mayRunOn.every((one) => one === wanted) ? "yes" : "several";
  }

  /** A pool without a type in the catalog stands for the types it may have. */
  #typesAmong(types: Types): string[] {
    return this.#pools.flatMap((pool) => {
      const all = types.filter((type) => type.pool === pool);
      if (all.length === 0) return [pool];
      return all.filter(({ id, name }) => !this.#excluded.has(id) && !this.#excluded.has(name)).map(({ id }) => id);
    });
  }
}
