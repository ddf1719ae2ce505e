// Apart from the schemas: the help of the command line lists these values without loading zod.

export const BUCKET_SIZES = ["hour", "day", "week", "month", "year"] as const;
export type BucketSize = (typeof BUCKET_SIZES)[number];

/** The groupings of each bill; the first is the default. */
export const GROUPINGS = {
  pods: ["gpuId", "podId"],
  serverless: ["endpointId", "podId", "gpuId"],
  networkVolumes: ["networkVolumeId"],
} as const;
