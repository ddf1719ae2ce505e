import type { Pod } from "../../../client";
import { isRecord, present } from "../../planning/values";
import type { PodInputs } from "./inputs";

/** Where a pod really runs. */
export interface Placement {
  readonly gpu?: { readonly id: string; readonly count: number };
  readonly cpu?: { readonly id: string; readonly vcpuCount: number };
  readonly cloud: string;
  readonly dataCenterId?: string;
}

/** One place a program is content with: its first choice, or a fallback laid over it. */
export type Choice = Pick<PodInputs, "gpu" | "cpu" | "cloud" | "dataCenterIds">;

type Placed = Partial<Choice> & { readonly fallbacks?: PodInputs["fallbacks"] };

export function placementOf(pod: Pod): Placement {
  return {
    ...(pod.gpu === undefined ? {} : { gpu: { id: pod.gpu.id, count: pod.gpu.count } }),
    ...(pod.cpu === undefined ? {} : { cpu: { id: pod.cpu.id, vcpuCount: pod.cpu.vcpuCount } }),
    cloud: pod.cloud,
    ...(pod.dataCenterId === null ? {} : { dataCenterId: pod.dataCenterId }),
  };
}

/** All choices in the order they are tried. A fallback that names hardware drops the first choice's hardware. */
export function choicesOf(inputs: Placed): readonly Choice[] {
  const first = pick(inputs);
  // At preview the list, or one of its entries, may be a placeholder for what is not known yet.
  const known = Array.isArray(inputs.fallbacks) ? inputs.fallbacks.filter(isRecord) : [];
  const fallbacks = (known as readonly Choice[]).map((fallback) => {
    const { gpu, cpu, ...where } = first;
    const hardware = (fallback.gpu ?? fallback.cpu) ? {} : present({ gpu, cpu });
    return { ...where, ...hardware, ...present(fallback) };
  });
  return [first, ...fallbacks];
}

/** Whether a pod that runs there is one the program asks for. */
export function accepts(inputs: Placed, placement: Placement): boolean {
  return choicesOf(inputs).some((choice) => fits(choice, placement));
}

function fits(choice: Partial<Choice>, placement: Placement): boolean {
  const { gpu, cpu } = placement;
  if (choice.gpu !== undefined && (gpu?.id !== choice.gpu.id || gpu.count !== (choice.gpu.count ?? 1))) return false;
  if (choice.cpu !== undefined && (cpu?.id !== choice.cpu.id || cpu.vcpuCount !== choice.cpu.vcpuCount)) return false;
  if ((choice.cloud ?? "SECURE") !== placement.cloud) return false;
  const centers = choice.dataCenterIds ?? [];
  return centers.length === 0 || placement.dataCenterId === undefined || centers.includes(placement.dataCenterId);
}

function pick({ gpu, cpu, cloud, dataCenterIds }: Placed): Choice {
  return present({ gpu, cpu, cloud, dataCenterIds });
}
