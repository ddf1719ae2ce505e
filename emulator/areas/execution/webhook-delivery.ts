import type { Platform } from "../../platform/platform";
import type { WebhookCall } from "../../scripts/webhooks";
import { timestamp } from "../../time/clock";
import type { EventHandlers } from "../../time/events";

/** Pauses before the second and the third attempt. */
const pausesMs = [5_000, 15_000];

export function webhookEvents(platform: Platform): EventHandlers<"webhook"> {
  return {
    webhook:
      ({ kind: _kind, attempt, ...call }) =>
      () =>
        deliver(platform, call, attempt),
  };
}

/**
 * Calls a webhook up to three times, after 0, 5 and 20 s, until the receiver answers with a 2xx. The emulator calls only
 * receivers on this machine. For any other receiver, it sends nothing and counts the call as delivered.
 */
export function deliver(platform: Platform, call: WebhookCall, attempt = 1): void {
  const { webhooks, clock } = platform;
  const record = (status: number) => {
    webhooks.add({ at: timestamp(clock.now()), ...call, attempt, status });
    const pauseMs = pausesMs[attempt - 1];
    const isAccepted = status >= 200 && status < 300;
    if (!isAccepted && pauseMs !== undefined) clock.after(pauseMs, { kind: "webhook", ...call, attempt: attempt + 1 });
    clock.wake();
  };
  const effect = platform.faults.takeFor("webhook");
  if (effect) record("status" in effect ? effect.status : 0);
  else if (!isOnThisMachine(call.url)) record(200);
  else webhooks.send(call, record);
}

function isOnThisMachine(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { hostname, protocol } = new URL(url);
  return /^https?:$/.test(protocol) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}
