import type { EndpointInput } from "./transport";

/** What the platform is known to choose where a request says nothing (contract section 13.2). */
export const ENDPOINT_DEFAULTS = {
  type: "QB",
  /** Seconds. */
  idleTimeout: 10,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 3,
} as const satisfies Partial<EndpointInput>;

/** A queue that scales on requests has none: REST refuses one, and the one that GraphQL answers means nothing. */
export function appliesIdleTimeout({ type, scalerType }: Pick<EndpointInput, "type" | "scalerType">): boolean {
  return (type ?? ENDPOINT_DEFAULTS.type) !== "QB" || scalerType !== "REQUEST_COUNT";
}
