import type { EndpointInput } from "./settings";

/** The values that RunPod uses for absent settings. */
export const ENDPOINT_DEFAULTS = {
  type: "QB",
  /** Seconds before an idle worker ends. */
  idleTimeout: 10,
  flashBootType: "OFF",
  scalerType: "QUEUE_DELAY",
  scalerValue: 4,
  workersMin: 0,
  workersMax: 3,
  /**
   * RunPod's documented time limit of a job in milliseconds. The client sends this limit, because RunPod otherwise sets the
   * limit of an endpoint created over REST to 0.
   */
  executionTimeoutMs: 600_000,
} as const satisfies Partial<EndpointInput>;

/**
 * Whether the endpoint has an idle timeout. A queue endpoint that scales on requests has no idle timeout: REST refuses an idle
 * timeout, and GraphQL reports a value without a meaning.
 */
export function appliesIdleTimeout({ type, scalerType }: Pick<EndpointInput, "type" | "scalerType">): boolean {
  return (type ?? ENDPOINT_DEFAULTS.type) !== "QB" || scalerType !== "REQUEST_COUNT";
}
