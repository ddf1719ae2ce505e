// Values that settings of account resources can have. The schemas are in another file, so that the command line's help can list
// these values without loading zod.

export const NETWORK_VOLUME_TYPES = ["STANDARD", "HIGH_PERFORMANCE"] as const;
export type NetworkVolumeType = (typeof NETWORK_VOLUME_TYPES)[number];
