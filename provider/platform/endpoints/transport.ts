import type { Collection } from "../collection";
import type { Open } from "../open";

/** `QB`: jobs wait in a queue; `LB`: requests go straight to workers. */
export type EndpointType = "QB" | "LB";
export type FlashBootType = "OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT";
export type ScalerType = "QUEUE_DELAY" | "REQUEST_COUNT";

/** What `saveEndpoint` takes, whole (contract section 13.2): a save that leaves a field out may reset it. */
export interface EndpointInput {
  readonly name: string;
  /** GPU pools, separated by commas; `-<GPU type id>` excludes a card. */
  readonly gpuIds: string;
  /**
   * A serverless template: bound to this endpoint alone over GraphQL, copied over REST. `undefined` where it is not
   * known, which an update leaves as it is.
   */
  readonly templateId: string | undefined;
  readonly type: Open<EndpointType>;
  /** Seconds before an idle worker ends. `undefined` where it does not apply or is not known. */
  readonly idleTimeout: number | undefined;
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
  /** Workers alive now. `undefined` where only a look at the one endpoint, `get`, would tell. */
  readonly workers: number | undefined;
}

/**
 * Where endpoints come from. GraphQL by default; the platform retires that surface, and REST v2 holds the same resource.
 * `update` takes the full set. `delete` throws `RuleError` unless both worker numbers are 0, and never takes a template
 * along that others can see.
 *
 * Over REST an endpoint does not say its template, its list does not say how many workers live, a queue that scales on
 * requests has no idle timeout, and `locations` holds data centers, not regions.
 */
export type EndpointTransport = Collection<Endpoint, EndpointInput, EndpointInput>;
