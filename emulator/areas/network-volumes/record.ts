import type { VolumeType } from "../catalog/data";

export interface NetworkVolume {
  readonly id: string;
  name: string;
  size: number;
  dataCenter: string;
  type: VolumeType;
}
