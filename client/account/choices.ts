// Choices of account resources. They are not in the file of the schemas, so that the command line's help can list them without
// loading zod.

export const NETWORK_VOLUME_TYPES = ["STANDARD", "HIGH_PERFORMANCE"] as const;
export type NetworkVolumeType = (typeof NETWORK_VOLUME_TYPES)[number];
