import type { Platform } from "../platform/platform";
import type { EventHandlers } from "../time/events";
import { webhookEvents } from "./execution/webhook-delivery";
import { jobEvents } from "./jobs/events";
import { podEvents } from "./pods/events";
import { endpointEvents } from "./workers/events";

/** Returns the handlers for all kinds of events. */
export function eventHandlers(platform: Platform): EventHandlers {
  return { ...podEvents(platform), ...endpointEvents(platform), ...jobEvents(platform), ...webhookEvents(platform) };
}
