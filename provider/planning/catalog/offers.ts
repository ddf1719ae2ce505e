import { isRecord, type Path } from "../../../kernel/values";
import type { Catalogs } from "../catalogs";
import type { Question } from "./question";

/** A place that a program requests. The values may have any shape, because only the schema checks them. */
export interface RequestedPlace {
  readonly dataCenterIds?: unknown;
  readonly volumeId?: unknown;
}

/** Asks whether a flavor has this number of virtual CPUs. `least` counts in place of a higher minimum in the catalog. */
export function vcpusOffered(cpu: unknown, path: Path, least = Number.POSITIVE_INFINITY): Question[] {
  if (!isRecord(cpu)) return [];
  const { id, vcpuCount } = cpu;
  return [
    {
      path,
      facts: { id, vcpuCount },
      answer: async (catalogs) => {
        const flavor = (await catalogs.cpus())?.find((one) => one.id === id);
        if (flavor === undefined || typeof vcpuCount !== "number" || !Number.isInteger(Math.log2(vcpuCount))) return;
        const { max } = flavor.vcpu;
        const min = Math.min(flavor.vcpu.min, least);
        return vcpuCount >= min && vcpuCount <= max
          ? undefined
          : `is a number of virtual CPUs that ${flavor.id} does not offer: it has ${alternatives(powersOfTwo(min, max))}`;
      },
    },
  ];
}

/** Asks whether the network volume is in one of the data centers that the program allows. */
export function volumeReachable({ dataCenterIds, volumeId }: RequestedPlace, path: Path): Question[] {
  if (volumeId === undefined || !Array.isArray(dataCenterIds) || dataCenterIds.length === 0) return [];
  return [
    {
      path,
      facts: { dataCenterIds, volumeId },
      answer: async (catalogs) => {
        const center = await catalogs.centerOfVolume(String(volumeId));
        return center === undefined || dataCenterIds.includes(center)
          ? undefined
          : `is a network volume in ${center}, and \`dataCenterIds\` does not allow that data center: add ${center}, or mount a volume of an allowed data center`;
      },
    },
  ];
}

/** Asks whether GPUs of this type have global networking. */
export function networkingOfGpu(gpuId: unknown, path: Path): Question[] {
  if (gpuId === undefined) return [];
  return [
    {
      path,
      facts: { gpuId },
      answer: async (catalogs) => {
        const { id, manufacturer = "" } = (await catalogs.gpus())?.find((one) => one.id === gpuId) ?? {};
        return ["NVIDIA", "UNKNOWN", ""].includes(manufacturer)
          ? undefined
          : `needs a pod with NVIDIA GPUs, but the manufacturer of ${id} is ${manufacturer}: choose another GPU type, or leave out \`globalNetworking\``;
      },
    },
  ];
}

/** Asks whether any allowed data center has global networking. A network volume allows only its own data center. */
export function networkingInPlace({ dataCenterIds = [], volumeId }: RequestedPlace, path: Path): Question[] {
  return [
    {
      path,
      facts: { dataCenterIds, volumeId },
      answer: async (catalogs) => {
        const ofVolume = typeof volumeId === "string" ? await catalogs.centerOfVolume(volumeId) : undefined;
        const others = await otherNetworked(catalogs, ofVolume === undefined ? dataCenterIds : [ofVolume]);
        if (others === undefined) return undefined;
        const where =
          ofVolume === undefined
            ? "no allowed data center has global networking"
            : `${ofVolume}, the data center of the volume, has no global networking`;
        return `needs a suitable data center, but ${where}: choose among ${others.join(", ")}`;
      },
    },
  ];
}

/**
 * Returns the data centers with global networking, if none of the given data centers has it. A catalog without any such
 * data center proves nothing.
 */
export async function otherNetworked(catalogs: Catalogs, those: unknown): Promise<string[] | undefined> {
  const centers = (await catalogs.dataCenters()) ?? [];
  const networked = centers.filter(({ globalNetwork }) => globalNetwork).map(({ id }) => id);
  const lacks = (id: unknown) => centers.some((center) => center.id === id && !center.globalNetwork);
  const proves = Array.isArray(those) && those.length > 0 && networked.length > 0;
  return proves && those.every(lacks) ? networked : undefined;
}

function powersOfTwo(min: number, max: number): number[] {
  return Array.from({ length: 16 }, (_, exponent) => 2 ** exponent).filter((count) => count >= min && count <= max);
}

function alternatives(counts: readonly number[]): string {
  return counts.length < 2 ? counts.join() : `${counts.slice(0, -1).join(", ")} or ${counts.at(-1)}`;
}
