import type { CustomResourceOptions, Output } from "@pulumi/pulumi";
import type { NetworkVolumeInputs } from "../../../kinds/network-volume/network-volume";
import { DynamicResource } from "./dynamic-resource";
import type { Args } from "./inputs";

export type NetworkVolumeArgs = Args<NetworkVolumeInputs>;

/** A network volume: storage that outlives the pods that mount it. Replacing one destroys its data and is refused. */
export class NetworkVolume extends DynamicResource {
  declare readonly name: Output<string>;
  /** GB. */
  declare readonly size: Output<number>;
  declare readonly dataCenter: Output<string>;
  declare readonly type: Output<string | undefined>;
  declare readonly allowDataLoss: Output<boolean | undefined>;

  /** The storage tier it has, also where `type` was left to the platform. */
  declare readonly tier: Output<string>;

  constructor(name: string, args: NetworkVolumeArgs, options: CustomResourceOptions = {}) {
    super({ kind: "NetworkVolume", name, args, options });
  }
}
