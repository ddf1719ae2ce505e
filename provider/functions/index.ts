import { getBilling } from "./billing";
import { getCpuTypes, getDataCenters, getGpuTypes } from "./catalog";
import type { PlatformFunction } from "./function";
import { getEndpointHealth, runJob } from "./jobs";
import { getNetworkVolumes, getPod, getSecret, getServerlessEndpoint, getTemplates } from "./lookups";

export type { PlatformFunction } from "./function";

/** Every function of the provider. */
export const functions: readonly PlatformFunction[] = [
  getPod,
  getServerlessEndpoint,
  getEndpointHealth,
  getGpuTypes,
  getCpuTypes,
  getDataCenters,
  getTemplates,
  getNetworkVolumes,
  getSecret,
  getBilling,
  runJob,
];
