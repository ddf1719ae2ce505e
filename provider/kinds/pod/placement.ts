import * as z from "zod";
import { CLOUDS, type Pod } from "../../../client";
import { catalogName } from "../../planning/catalog/name";
import { type Conditional, recorded, replaces } from "../../planning/rules";
import { isRecord, present, type Values } from "../../planning/values";
import { cudaVersion } from "../container";
import type { podOutputSchema } from "./outputs";

const gpu = z.strictObject({
  id: catalogName("gpuType").describe("GPU type, as the catalog names it, such as `NVIDIA GeForce RTX 4090`."),
  count: z.int().min(1).optional().describe("How many of them. Default 1."),
  allowedCudaVersions: z
    .array(catalogName("cudaVersion", cudaVersion))
    .optional()
    .describe("CUDA versions the host may have, exactly. Not together with `minCudaVersion`."),
  minCudaVersion: cudaVersion.optional().describe("The lowest CUDA version the host may have."),
  minRamPerGpu: z
    .int()
    .min(1)
    .optional()
    .describe("GB of memory that the host must have for each GPU. It chooses the host and reserves nothing."),
  minVcpuCountPerGpu: z.int().min(1).optional().describe("Virtual CPUs that the host must have for each GPU."),
});

const cpu = z.strictObject({
  id: catalogName("cpuFlavor").describe("CPU flavor, as the catalog names it, such as `cpu3c`."),
  vcpuCount: z
    .int()
    .min(2)
    .refine((count) => Number.isInteger(Math.log2(count)), "must be a power of two: 2, 4, 8, 16, …")
    .describe("Virtual CPUs: a power of two from 2 up, within the flavor's range."),
});

/** A place to run: the first choice, or one of the fallbacks. */
export const choiceSchemas = {
  gpu: gpu.optional(),
  cpu: cpu.optional(),
  cloud: z
    .enum(CLOUDS)
    .describe("`SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`.")
    .optional(),
  dataCenterIds: z
    .array(catalogName("dataCenter"))
    .describe(
      "Data centers the pod may run in. The pod is created only in these; if none has capacity, the create fails. Empty lets the platform choose.",
    )
    .optional(),
};

export const fallbackSchema = z.strictObject({
  ...choiceSchemas,
  gpu: choiceSchemas.gpu.describe("GPUs to try instead."),
  cpu: choiceSchemas.cpu.describe("CPUs to try instead."),
});

/** Where a pod really runs. A state of version 0.1.0 has neither `vcpuCount` nor `memory` of a GPU. */
export type Placement = z.output<typeof podOutputSchema.shape.placement>;

/** A place that the program accepts: its first choice, or a fallback laid over it. */
export type Choice = z.output<typeof fallbackSchema>;

type Placed = Choice & { readonly fallbacks?: readonly Choice[] | undefined };

/** A pod stays where it is as long as the program accepts that place. */
export const placement: Conditional = {
  condition: "the pod's placement is still one of the choices",
  when: ({ news, state }) => isPlacement(state.placement) && accepts(news, state.placement),
  effect: recorded,
  otherwise: replaces("the platform assigns hardware and place when a pod is created"),
};

export function isPlacement(value: unknown): value is Placement & Values {
  return isRecord(value) && typeof value.cloud === "string";
}

export function placementOf(pod: Pod): Placement {
  const { gpu, cpu, cloud, dataCenterId } = pod;
  const host = gpu && present({ vcpuCount: gpu.vcpuCount, memory: gpu.memory });
  return {
    ...present({
      gpu: gpu && { id: gpu.id, count: gpu.count, ...host },
      cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount },
    }),
    cloud,
    ...present({ dataCenterId: dataCenterId ?? undefined }),
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

/** Whether the program accepts a pod that runs there. */
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
