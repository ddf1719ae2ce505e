import type { Cloud } from "../catalog/data";
import type { Container, PersistentMount } from "../container";
import type { LogLine } from "../logs/log";

export type PodStatus = "PROVISIONING" | "STARTING" | "RUNNING" | "EXITED" | "ERROR" | "TERMINATED";
export type PodAction = "start" | "stop" | "restart" | "terminate";

export interface NetworkMount {
  readonly volumeId: string;
  readonly path: string;
}

export interface Mounts {
  readonly persistent?: PersistentMount | undefined;
  readonly network?: readonly NetworkMount[] | undefined;
}

export type Hardware =
  | { readonly gpu: { readonly id: string; readonly count: number } }
  | { readonly cpu: { readonly id: string; readonly vcpuCount: number; readonly memory: number } };

/** A pod's place in its cluster. */
export interface Membership {
  readonly id: string;
  readonly rank: number;
  readonly role?: "SLURM_CONTROLLER" | "SLURM_COMPUTE" | "RAY_HEAD" | "RAY_WORKER";
  readonly ip: string;
}

/** A pod as the platform stores it; `shapes.ts` has what responses show. */
export interface Pod extends Container {
  readonly id: string;
  name: string;
  status: PodStatus;
  readonly hardware: Hardware;
  /** Id of the template it was created from. */
  readonly template: string | null;
  mounts: Mounts;
  readonly cloud: Cloud;
  dataCenterId: string;
  locked: boolean;
  /** The requested value; the address changes at the next container start. */
  globalNetworking: boolean;
  globalAddress: string | null;
  readonly cudaVersion: string | null;
  readonly createdAt: number;
  startedAt: number | null;
  /** Whether it uses stock. */
  placed: boolean;
  /** The number of transitions, so that an event of an older one does not happen. */
  moves: number;
  readonly log: LogLine[];
  /** Only on the members of a cluster. */
  readonly cluster?: Membership | undefined;
}

export const liveStatuses: ReadonlySet<PodStatus> = new Set(["PROVISIONING", "STARTING", "RUNNING"]);
