import * as z from "zod";
import type { Endpoint } from "../../../client";
import { isRecord, present, type Values } from "../../../kernel/values";
import { type BoundValue, type CrossRule, needsOne, notTogether } from "../../planning/check";
import { cpuSchema } from "../pod/placement";

/** Smallest number of virtual CPUs of a worker. Pods need two, but RunPod runs workers such as `cpu3c-1-2`. */
export const leastVcpus = 1;

/** Finds CPUs that REST refuses: its document begins with two virtual CPUs. */
export function boundCpus({ cpu }: Values): BoundValue[] {
  return (Array.isArray(cpu) ? cpu : []).flatMap((one: unknown, index) =>
    isRecord(one) && one.vcpuCount === 1
      ? [{ path: ["cpu", index, "vcpuCount"], message: "cannot be 1", over: "graphql" as const }]
      : [],
  );
}

/** CPU hardware of the workers, in the same form as for pods. */
export const cpusSchema = z
  .array(cpuSchema(leastVcpus))
  .min(1)
  .refine((cpus) => new Set(cpus.map(({ id, vcpuCount }) => `${id} ${vcpuCount}`)).size === cpus.length, {
    message: "must not name the same CPUs twice",
  });

/** Inputs that only GPU workers have. */
const ofGpus = ["gpuCount", "allowedCudaVersions", "minCudaVersion", "modelReferences"];

export const hardwareRules: readonly CrossRule[] = [
  needsOne("gpuIds", "cpu", "is required unless `cpu` is given"),
  notTogether("gpuIds", "cpu", "cannot be given together with `gpuIds`"),
  {
    touches: ["allowedCudaVersions", "minCudaVersion"],
    judge: ({ allowedCudaVersions, minCudaVersion }) =>
      Array.isArray(allowedCudaVersions) && allowedCudaVersions.length > 0 && minCudaVersion !== undefined
        ? { path: ["minCudaVersion"], message: "cannot be given together with `allowedCudaVersions`" }
        : undefined,
  },
  ...ofGpus.map((name) => notTogether("cpu", name, "is only for GPU workers, and workers with `cpu` have no GPUs")),
];

/** Removes GPU inputs from the live values of CPU workers, and CPU inputs from the live values of GPU workers. */
export function hardwareInForm(live: Values): Values {
  if (live.cpu === undefined) return live;
  const { gpuIds: _, ...others } = live;
  return present({ ...others, ...Object.fromEntries(ofGpus.map((name) => [name, undefined])) });
}

/** Describes the hardware, and tells how to allow more hardware. */
export function describeHardware({ gpuIds, cpu }: Pick<Endpoint, "gpuIds" | "cpu">) {
  return cpu === undefined
    ? { hardware: gpuIds, wider: "add pools to gpuIds" }
    : {
        hardware: cpu.map(({ id, vcpuCount }) => `${id} with ${vcpuCount} vCPUs`).join(" or "),
        wider: "add flavors to cpu",
      };
}
