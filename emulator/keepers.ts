import type { Keepers } from "./due";
import { workerKeepers } from "./endpoints/timers";
import { webhookKeepers } from "./jobs/deliver";
import { jobKeepers } from "./jobs/timers";
import type { Platform } from "./platform";
import { podKeepers } from "./pods/timers";

/** Who keeps which kind of appointment. */
export function keepersOf(platform: Platform): Keepers {
  return { ...podKeepers(platform), ...workerKeepers(platform), ...jobKeepers(platform), ...webhookKeepers(platform) };
}
