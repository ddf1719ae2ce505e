import { endpointEvents } from "../endpoints/events";
import { jobEvents } from "../jobs/events";
import { webhookEvents } from "../jobs/webhook-delivery";
import type { Platform } from "../platform";
import { podEvents } from "../pods/events";
import type { EventHandlers } from "./events";

/** The handlers of every kind of event. */
export function eventHandlers(platform: Platform): EventHandlers {
  return { ...podEvents(platform), ...endpointEvents(platform), ...jobEvents(platform), ...webhookEvents(platform) };
}
