import * as z from "zod";
import type { Pod } from "../../../client";
import { isRecord, present, type Values } from "../../../kernel/values";
import { catalogName } from "../../planning/name";
import { cloud } from "../../planning/property-types";
import { type Conditional, recorded, replaces } from "../../planning/rules";
import { cudaVersion } from "../container";
import type { podOutputSchema } from "./outputs";

const gpu = z.strictObject({
  id: catalogName("gpuType").describe("GPU type, such as `NVIDIA GeForce RTX 4090`."),
  count: z.int().min(1).optional().describe("Number of GPUs. Default 1."),
  allowedCudaVersions: z
    .array(catalogName("cudaVersion", cudaVersion))
    .optional()
    .describe("Exact CUDA versions that the host may have. Alternative to `minCudaVersion`. Default: any version."),
  minCudaVersion: cudaVersion
    .optional()
    .describe(
      "Lowest CUDA version that the host may have. Alternative to `allowedCudaVersions`. Default: any version.",
    ),
  minRamPerGpu: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Memory in GB that the host must have for each GPU. RunPod does not reserve this memory. Default: any amount.",
    ),
  minVcpuCountPerGpu: z
    .int()
    .min(1)
    .optional()
    .describe(
      "Virtual CPUs that the host must have for each GPU. RunPod does not reserve these CPUs. Default: any number.",
    ),
});

/** Makes the schema of CPU hardware. `least` is the smallest number of virtual CPUs that RunPod accepts. */
export const cpuSchema = (least: 1 | 2) =>
  z.strictObject({
    id: catalogName("cpuFlavor").describe("CPU flavor, such as `cpu3c`."),
    vcpuCount: z
      .int()
      .min(least)
      .refine(
        (count) => Number.isInteger(Math.log2(count)),
        `must be a power of two: ${least === 1 ? "1, " : ""}2, 4, 8, 16, …`,
      )
      .describe("Number of virtual CPUs: a power of two that the flavor offers."),
  });

/** Hardware and place of a pod: the first choice, or one of the fallbacks. */
export const choiceSchemas = {
  gpu: gpu.optional(),
  cpu: cpuSchema(2).optional(),
  cloud: cloud
    .describe(
      "Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`.",
    )
    .optional(),
  dataCenterIds: z
    .array(catalogName("dataCenter"))
    .describe(
      "Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses.",
    )
    .optional(),
};

export const fallbackSchema = z.strictObject({
  ...choiceSchemas,
  gpu: choiceSchemas.gpu.describe("GPUs of the pod if Podwright uses this fallback."),
  cpu: choiceSchemas.cpu.describe("CPUs of the pod if Podwright uses this fallback."),
});

/** The hardware and place that RunPod assigned to a pod. */
export type Placement = z.output<typeof podOutputSchema.shape.placement>;

/** Hardware and place that the program accepts: its first choice, or the first choice with the parts of a fallback. */
export type Choice = z.output<typeof fallbackSchema>;

type Placed = Choice & { readonly fallbacks?: readonly Choice[] | undefined };

/** A pod keeps its hardware and its data center as long as the program accepts them. */
export const placement: Conditional = {
  condition: "the assigned hardware and data center match the first choice or a fallback",
  when: ({ news, state }) => isPlacement(state.placement) && accepts(news, state.placement),
  effect: recorded,
  otherwise: replaces("RunPod assigns hardware and data center only when it creates a pod"),
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
      cpu: cpu && { id: cpu.id, vcpuCount: cpu.vcpuCount, memory: cpu.memory },
    }),
    cloud,
    ...present({ dataCenterId: dataCenterId ?? undefined }),
  };
}

/**
 * Returns all choices in the order of the attempts. A fallback with hardware replaces the hardware of the first choice.
 */
export function choicesOf(inputs: Placed): readonly Choice[] {
  const first = pick(inputs);
  // In a preview, the list or one of its entries may be a placeholder for an unknown value.
  const known = Array.isArray(inputs.fallbacks) ? inputs.fallbacks.filter(isRecord) : [];
  const fallbacks = (known as readonly Choice[]).map((fallback) => {
    const { gpu, cpu, ...where } = first;
    const hardware = (fallback.gpu ?? fallback.cpu) ? {} : present({ gpu, cpu });
    return { ...where, ...hardware, ...present(fallback) };
  });
  return [first, ...fallbacks];
}

/**
 * Returns the choice of each fallback, as a create would request it. Returns `undefined` for an entry that is no
 * fallback.
 */
export function fallbacksOf(inputs: Values): readonly (Choice | undefined)[] {
  const { fallbacks } = inputs;
  if (!Array.isArray(fallbacks)) return [];
  return fallbacks.map((fallback) => choicesOf({ ...inputs, fallbacks: [fallback] })[1]);
}

/** Tells whether the program accepts this placement of a pod. */
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
