/** What each bill can be added up by; the first is the default (contract section 16). */
export const GROUPINGS = {
  pods: ["gpuId", "podId"],
  serverless: ["endpointId", "podId", "gpuId"],
  networkVolumes: ["networkVolumeId"],
} as const;

/** The group of what cannot be attributed: the resource is no more, or the platform does not tell. */
export const UNATTRIBUTED = "unattributed";
/** The group of what runs without a GPU. */
export const NO_GPU = "none";
