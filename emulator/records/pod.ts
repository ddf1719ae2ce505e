import * as z from "zod";
import type { Cloud } from "../stock/hardware";
import { containerSettings, persistentMount } from "./container";
import { field, fieldsOf } from "./fields";
import type { LogLine } from "./log";

export const podStatuses = ["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"] as const;
export type PodStatus = (typeof podStatuses)[number];
export const podActions = ["start", "stop", "restart", "terminate"] as const;
export type PodAction = (typeof podActions)[number];

export const mounts = z.strictObject({
  persistent: persistentMount.optional(),
  network: z.array(z.strictObject({ volumeId: z.string(), path: z.string() })).optional(),
});
export type Mounts = Readonly<z.infer<typeof mounts>>;

export type Hardware =
  | { readonly gpu: { readonly id: string; readonly count: number } }
  | { readonly cpu: { readonly id: string; readonly vcpuCount: number; readonly memory: number } };

/** Place of a pod in its cluster. */
export interface Membership {
  readonly id: string;
  readonly rank: number;
  readonly role?: "SLURM_CONTROLLER" | "SLURM_COMPUTE" | "RAY_HEAD" | "RAY_WORKER";
  readonly ip: string;
}

/** One row for each scalar with the same form in records and responses. */
export const podFields = fieldsOf({
  locked: field(z.boolean(), { unset: false, update: "accepted" }),
});

/** Settings that an update can change. */
export const podSettings = z.strictObject({
  ...containerSettings,
  ...podFields.shape,
  name: z.string(),
  status: z.enum(podStatuses),
  mounts,
  dataCenterId: z.string(),
  /** Id of the template that the pod was created from. */
  template: z.string().nullable(),
  /** Requested global networking. The pod's address changes when its container starts again. */
  globalNetworking: z.boolean(),
});

/** A pod as the platform stores it. `shapes.ts` builds the responses. */
export interface Pod extends z.infer<typeof podSettings> {
  readonly id: string;
  readonly hardware: Hardware;
  readonly cloud: Cloud;
  globalAddress: string | null;
  readonly cudaVersion: string | null;
  readonly createdAt: number;
  startedAt: number | null;
  /** Whether the pod uses stock. */
  placed: boolean;
  /** Number of transitions. An event that was scheduled before the last transition has no effect. */
  moves: number;
  readonly log: LogLine[];
  /** Utilization of the pod's GPUs and CPUs in percent. If absent, the emulator shows usual figures. */
  utilization?: number;
  /** Place in the cluster. Only members of a cluster have a place. */
  readonly cluster?: Membership | undefined;
}

export const liveStatuses: ReadonlySet<PodStatus> = new Set(["PROVISIONING", "STARTING", "RUNNING"]);
