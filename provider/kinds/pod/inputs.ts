import { z } from "zod";
import { CLOUDS } from "../../../client";
import type { Marks } from "../../creating/naming";
import type { InputsDefinition } from "../../planning/check";
import { duration } from "../../planning/durations";
import { containerShape, persistentDeprecation, persistentMount, withoutEmptyMounts } from "../container";
import { podRules } from "./rules";

const cudaVersion = z.string().regex(/^\d+\.\d+$/, "must be a version such as 12.4");

const gpu = z.strictObject({
  id: z.string().min(1).describe("GPU type, as the catalog names it, such as `NVIDIA GeForce RTX 4090`."),
  count: z.int().min(1).optional().describe("How many of them. Default 1."),
  allowedCudaVersions: z
    .array(cudaVersion)
    .optional()
    .describe("CUDA versions the host may have, exactly. Not together with `minCudaVersion`."),
  minCudaVersion: cudaVersion.optional().describe("The lowest CUDA version the host may have."),
});

const cpu = z.strictObject({
  id: z.string().min(1).describe("CPU flavor, as the catalog names it, such as `cpu3c`."),
  vcpuCount: z
    .int()
    .min(2)
    .refine((count) => Number.isInteger(Math.log2(count)), "must be a power of two: 2, 4, 8, 16, …")
    .describe("Virtual CPUs: a power of two from 2 up, within the flavor's range."),
});

const cloud = z
  .enum(CLOUDS)
  .describe("`SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`.");

const dataCenterIds = z
  .array(z.string().min(1))
  .describe("Data centers the pod may run in. This binds: no room there means no pod. Empty lets the platform choose.");

/** A place to run: what is tried first, or one of the fallbacks. */
const choice = z.strictObject({
  gpu: gpu.optional().describe("GPUs to try instead."),
  cpu: cpu.optional().describe("CPUs to try instead."),
  cloud: cloud.optional(),
  dataCenterIds: dataCenterIds.optional(),
});

const persistent = persistentMount("GB, at least 10. It can grow in place; shrinking replaces the pod.");

const network = z.strictObject({
  volumeId: z.string().min(1).describe("Id of a network volume in the pod's data center. A change replaces the pod."),
  path: z.string().min(1).describe("Where the container sees it."),
});

const schema = z.strictObject({
  name: z.string().min(1).optional().describe("Default: the resource's name and a random suffix, kept across updates."),
  ...containerShape,
  image: containerShape.image.optional().describe("Container image. Required unless `templateId` is given."),
  mounts: z
    .strictObject({
      /** @deprecated The data does not survive the host. Use `network`. */
      persistent: persistent
        .optional()
        .describe("Deprecated by the platform: use `network`. Disk on the pod's own host, lost with it. GPU pods only.")
        .meta(persistentDeprecation),
      network: z
        .array(network)
        .max(1)
        .optional()
        .describe("At most one network volume; it outlives the pod. An empty list means none."),
    })
    .optional()
    .describe("Storage that survives a restart, of one kind. The kind is fixed when the pod is created."),
  gpu: gpu.optional().describe("GPUs of the pod. Exactly one of `gpu` and `cpu` is given."),
  cpu: cpu.optional().describe("CPUs of the pod. Exactly one of `gpu` and `cpu` is given."),
  cloud: cloud.optional(),
  dataCenterIds: dataCenterIds.optional(),
  globalNetworking: z
    .boolean()
    .optional()
    .describe(
      "Gives the pod an address in the account's private network. NVIDIA GPUs in some data centers. Default false.",
    ),
  templateId: z
    .string()
    .min(1)
    .optional()
    .describe("A pod template whose settings are copied once, at create; what is given here wins."),
  startSsh: z.boolean().optional().describe("Starts an SSH server at create. Default false."),
  startJupyter: z.boolean().optional().describe("Starts Jupyter at create. Default false."),
  locked: z.boolean().optional().describe("A locked pod can be neither stopped nor reset. Default false."),
  desiredStatus: z
    .enum(["RUNNING", "EXITED"])
    .default("RUNNING")
    .describe("The state the pod is brought to and held in, by the platform's start and stop."),
  fallbacks: z
    .array(choice)
    .optional()
    .describe("Other places to run, tried in order when the platform has no capacity for the first."),
  capacityTimeout: duration
    .optional()
    .describe(
      "How long to go on asking for capacity, such as `15m`; `customTimeouts.create` begins with the pod. Default: each choice is tried once.",
    ),
  skipAwait: z.boolean().optional().describe("Do not wait for the pod to run. Default false."),
  allowDataLoss: z
    .boolean()
    .optional()
    .describe(
      "`false` refuses every replacement that would destroy the persistent mount's data. Default true, with a warning.",
    ),
});

/** Inputs of a pod as a program gives them: what has a default may be left out. */
export type PodProgram = z.input<typeof schema>;

/** Inputs of a pod: the wire's names, and what Podwright adds. */
export type PodInputs = z.output<typeof schema> & Marks;

/** Each place to run, the first and the fallbacks, names the same things. */
const namesOf = (prefix: string) =>
  ({
    [`${prefix}gpu.id`]: "gpuType",
    [`${prefix}gpu.allowedCudaVersions[]`]: "cudaVersion",
    [`${prefix}cpu.id`]: "cpuFlavor",
    [`${prefix}dataCenterIds[]`]: "dataCenter",
  }) as const;

export const podInputs: InputsDefinition = {
  names: { ...namesOf(""), ...namesOf("fallbacks[].") },
  schema,
  rules: podRules,
  normalize: withoutEmptyMounts,
};
