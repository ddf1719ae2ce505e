import type { Clock, CpuType, DataCenter, GpuType, Platform } from "../../client";
import { withDeadline } from "../pulumi/deadline";

/** A preview waits at most this time for a catalog. Then the preview skips the comparison. */
const timeoutMs = 5_000;

/** RunPod's catalogs. A process requests each catalog at most once. `undefined` stands for an unavailable catalog. */
export interface Catalogs {
  gpus(): Promise<readonly GpuType[] | undefined>;
  cpus(): Promise<readonly CpuType[] | undefined>;
  dataCenters(): Promise<readonly DataCenter[] | undefined>;
  /**
   * Returns the data center of a network volume, or `undefined` if the account's list does not contain the volume. All
   * checks share one list.
   */
  centerOfVolume(id: string): Promise<string | undefined>;
}

export function catalogsOf(
  { catalog, networkVolumes }: Pick<Platform, "catalog" | "networkVolumes">,
  clock: Clock,
): Catalogs {
  const once = <T>(request: (signal: AbortSignal) => Promise<T>) => {
    let response: Promise<T | undefined> | undefined;
    return () => {
      // Without a key, a network or a response, a preview skips only this comparison.
      response ??= withDeadline(clock, timeoutMs, request).catch(() => undefined);
      return response;
    };
  };
  let hasVolumes = true;
  return {
    // RunPod returns the CUDA versions only with the availability.
    gpus: once((signal) => catalog.gpuTypes({ signal, availability: { product: ["POD", "SERVERLESS"] } })),
    cpus: once((signal) => catalog.cpuTypes({ signal })),
    dataCenters: once((signal) => catalog.dataCenters({ signal })),
    centerOfVolume: async (id) => {
      if (!hasVolumes) return undefined;
      try {
        return (await withDeadline(clock, timeoutMs, (signal) => networkVolumes.find(id, { signal })))?.dataCenter;
      } catch {
        hasVolumes = false;
        return undefined;
      }
    },
  };
}
