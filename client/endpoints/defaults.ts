import type { EndpointInput } from "./settings";

/** The values that RunPod chooses for absent settings. */
export const ENDPOINT_DEFAULTS = {
  type: "QB",
  /** Seconds. */
  idleTimeout: 10,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 3,
  /** The documented time-out of a job. RunPod sets 0 on an endpoint that is created over REST without a time-out. */
  executionTimeoutMs: 600_000,
} as const satisfies Partial<EndpointInput>;

/** A queue that scales on requests has no idle timeout: REST refuses it, and the value that GraphQL reports means nothing. */
export function appliesIdleTimeout({ type, scalerType }: Pick<EndpointInput, "type" | "scalerType">): boolean {
  return (type ?? ENDPOINT_DEFAULTS.type) !== "QB" || scalerType !== "REQUEST_COUNT";
}
