import { problems } from "../../http/problem";
import type { Platform } from "../../platform/platform";
import type { Endpoint } from "../../records/endpoint";

/**
 * Returns RunPod's refusal if `workersMax` exceeds the quota, else `undefined`. Endpoints without jobs use the quota too.
 * RunPod accepts a save that does not raise `workersMax`, even if the account is already above its quota.
 */
export function quotaRefusal({ endpoints, settings }: Platform, workersMax: number, present?: Endpoint) {
  if (present !== undefined && workersMax <= present.workersMax) return undefined;
  const others = [...endpoints.values()].filter((one) => one !== present).reduce((sum, one) => sum + one.workersMax, 0);
  const left = Math.max(0, settings.workerQuota - others);
  return workersMax <= left ? undefined : problems.overQuota(settings.workerQuota, left).message;
}
