import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import type { Placement } from "../../../kinds/pod/placement";
import type { PodInputs, PodProgram } from "../../../kinds/pod/pod";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type PodArgs = Args<PodProgram>;

/** A pod: a container instance on GPU or CPU hardware. Creating one waits until it runs. */
export class Pod extends DynamicResource {
  declare readonly name: Output<string>;
  declare readonly image: Output<string | undefined>;
  declare readonly args: Output<string | undefined>;
  declare readonly disk: Output<number | undefined>;
  declare readonly ports: Output<string[] | undefined>;
  /** Secret. */
  declare readonly env: Output<Record<string, string> | undefined>;
  declare readonly registry: Output<string | null | undefined>;
  declare readonly mounts: Output<PodInputs["mounts"]>;
  declare readonly gpu: Output<PodInputs["gpu"]>;
  declare readonly cpu: Output<PodInputs["cpu"]>;
  declare readonly cloud: Output<PodInputs["cloud"]>;
  declare readonly dataCenterIds: Output<string[] | undefined>;
  declare readonly globalNetworking: Output<boolean | undefined>;
  declare readonly locked: Output<boolean | undefined>;
  declare readonly desiredStatus: Output<string>;

  /** What the pod was doing when the last operation ended: `RUNNING`, `EXITED`, … */
  declare readonly status: Output<string>;
  /** US dollars an hour. */
  declare readonly cost: Output<number>;
  /** Which of the choices it got. */
  declare readonly placement: Output<Placement>;
  declare readonly dataCenterId: Output<string | undefined>;
  /** Its place in the account's private network; `ip` and `internalDns` only where enabled. */
  declare readonly globalNetwork: Output<{ enabled: boolean; ip?: string; internalDns?: string }>;
  /** How its exposed ports are reached. */
  declare readonly portMappings: Output<{ private: number; public: number | null; type: string; ip: string | null }[]>;
  declare readonly ssh: Output<PodSsh | undefined>;
  declare readonly cudaVersion: Output<string | undefined>;
  /** RFC 3339. */
  declare readonly createdAt: Output<string>;
  declare readonly startedAt: Output<string | undefined>;

  constructor(name: string, args: PodArgs, options: CustomResourceOptions = {}) {
    super({ kind: "Pod", name, args, options });
  }
}

export interface SshAccess {
  host: string;
  port: number;
  username: string;
  command: string;
}

export interface PodSsh {
  proxy: SshAccess | null;
  direct: SshAccess | null;
}
