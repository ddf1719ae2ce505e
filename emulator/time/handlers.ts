import { endpointEvents } from "../areas/endpoints/workers/events";
import { jobEvents } from "../areas/jobs/events";
import { webhookEvents } from "../areas/jobs/webhooks/delivery";
import { podEvents } from "../areas/pods/events";
import type { Platform } from "../platform/platform";
import type { EventHandlers } from "./events";

/** The handlers of every kind of event. */
export function eventHandlers(platform: Platform): EventHandlers {
  return { ...podEvents(platform), ...endpointEvents(platform), ...jobEvents(platform), ...webhookEvents(platform) };
}
