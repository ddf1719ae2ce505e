// Values that settings of billing queries can have. The schemas are in another file, so that the command line's help can list
// these values without loading zod.

export const BUCKET_SIZES = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof BUCKET_SIZES)[number];

/** Groupings of each bill. The first grouping is the default. */
export const GROUPINGS = {
  pods: ["gpuId", "podId"],
  serverless: ["endpointId", "podId", "gpuId"],
  networkVolumes: ["networkVolumeId"],
} as const;
