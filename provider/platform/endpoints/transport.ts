import type { Open } from "../open";
import type { Collection } from "../platform";

/** `QB`: jobs wait in a queue; `LB`: requests go straight to workers. */
export type EndpointType = "QB" | "LB";
export type FlashBootType = "OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT";
export type ScalerType = "QUEUE_DELAY" | "REQUEST_COUNT";

/** What `saveEndpoint` takes, whole (contract section 13.2): a save that leaves a field out may reset it. */
export interface EndpointInput {
  readonly name: string;
  /** GPU pools, separated by commas; `-<GPU type id>` excludes a card. */
  readonly gpuIds: string;
  /** A serverless template, bound to this endpoint alone. */
  readonly templateId: string;
  readonly type: Open<EndpointType>;
  /** Seconds before an idle worker ends. */
  readonly idleTimeout: number;
  /** Regions or data centers, separated by commas; `null` for any. */
  readonly locations: string | null;
  readonly flashBootType: Open<FlashBootType>;
  readonly scalerType: Open<ScalerType>;
  /** At least 1: seconds of queue delay, or requests a worker. */
  readonly scalerValue: number;
  readonly workersMin: number;
  readonly workersMax: number;
  readonly networkVolumeId: string | null;
}

/** A serverless endpoint, whichever surface answered it. */
export interface Endpoint extends EndpointInput {
  readonly id: string;
  /** Workers alive now. */
  readonly workers: number;
}

/**
 * Where endpoints come from. GraphQL today; the platform retires that surface, and REST v2 holds the same resource.
 * `update` takes the full set. `delete` throws `RuleError` unless both worker numbers are 0.
 */
export type EndpointTransport = Collection<Endpoint, EndpointInput, EndpointInput>;
