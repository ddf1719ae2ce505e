import { workerKeepers } from "../endpoints/event-handlers";
import { jobKeepers } from "../jobs/event-handlers";
import { webhookKeepers } from "../jobs/webhook-delivery";
import type { Platform } from "../platform";
import { podKeepers } from "../pods/event-handlers";
import type { Keepers } from "./events";

/** Who keeps which kind of appointment. */
export function keepersOf(platform: Platform): Keepers {
  return { ...podKeepers(platform), ...workerKeepers(platform), ...jobKeepers(platform), ...webhookKeepers(platform) };
}
