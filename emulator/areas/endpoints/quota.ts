import type { Platform } from "../../platform/platform";
import type { Endpoint } from "./record";

/**
 * Why an endpoint may not have so many workers at most: the sentence of the live service. Idle endpoints count. A save that
 * does not raise the number passes, also where the account is over its quota.
 */
export function quotaRefusal({ endpoints, settings }: Platform, workersMax: number, present?: Endpoint) {
  if (present !== undefined && workersMax <= present.workersMax) return undefined;
  const others = [...endpoints.values()].filter((one) => one !== present).reduce((sum, one) => sum + one.workersMax, 0);
  const left = Math.max(0, settings.workerQuota - others);
  return workersMax <= left
    ? undefined
    : `Max workers across all endpoints must not exceed your workers quota (${settings.workerQuota}). Reduce the max workers for other endpoints or lower the max worker count for this endpoint to at most ${left}.`;
}
