// Choices of billing queries. They are not in the file of the schemas, so that the command line's help can list them without
// loading zod.

export const BUCKET_SIZES = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof BUCKET_SIZES)[number];

/** Groupings of each bill. The first one is the default. */
export const GROUPINGS = {
  pods: ["gpuId", "podId"],
  serverless: ["endpointId", "podId", "gpuId"],
  networkVolumes: ["networkVolumeId"],
} as const;
