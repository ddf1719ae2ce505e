import type { CallOptions, Collection } from "../collection/collection";
import type { Template } from "../templates/types";
import type { Open } from "../values/open";

/** `QB`: jobs wait in a queue; `LB`: requests go straight to workers. */
export const ENDPOINT_TYPES = ["QB", "LB"] as const;
export type EndpointType = (typeof ENDPOINT_TYPES)[number];
export const FLASHBOOT_TYPES = ["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"] as const;
export type FlashBootType = (typeof FLASHBOOT_TYPES)[number];
export const SCALER_TYPES = ["QUEUE_DELAY", "REQUEST_COUNT"] as const;
export type ScalerType = (typeof SCALER_TYPES)[number];

/**
 * What `saveEndpoint` takes (contract section 13.2). What is absent is not sent: a create leaves it to the platform, and
 * an update, which may reset it, has the whole set.
 */
export interface EndpointInput {
  readonly name: string;
  /** GPU pools, separated by commas; `-<GPU type id>` excludes a card. */
  readonly gpuIds: string;
  /**
   * A serverless template: bound to this endpoint alone over GraphQL, copied over REST. `undefined` where it is not
   * known, which an update leaves as it is; so it does where it is the one already copied.
   */
  readonly templateId: string | undefined;
  readonly type?: Open<EndpointType> | undefined;
  /** Seconds before an idle worker ends. `undefined` where it does not apply or is not known. */
  readonly idleTimeout?: number | undefined;
  /** Regions or data centers, separated by commas; `null` for any. */
  readonly locations?: string | null | undefined;
  readonly flashBootType?: Open<FlashBootType> | undefined;
  readonly scalerType?: Open<ScalerType> | undefined;
  /** At least 1: seconds of queue delay, or requests a worker. */
  readonly scalerValue?: number | undefined;
  readonly workersMin?: number | undefined;
  readonly workersMax?: number | undefined;
  readonly networkVolumeId?: string | null | undefined;
}

/** A serverless endpoint, whichever surface answered it. A field that the surface does not report is `undefined`. */
export interface Endpoint extends EndpointInput {
  readonly id: string;
  readonly locations: string | null;
  readonly workersMin: number;
  readonly workersMax: number;
  readonly networkVolumeId: string | null;
  /** Workers alive now. `undefined` where only a look at the one endpoint, `get`, would tell. */
  readonly workers: number | undefined;
}

/**
 * Endpoints over one surface. `update` takes the full set. `delete` throws `RuleError` unless both worker numbers are 0,
 * and never takes a template along that others can see.
 */
export type Endpoints = Collection<Endpoint, EndpointInput, EndpointInput>;

/**
 * Where endpoints come from. GraphQL by default; the platform retires that surface, and REST v2 holds the same resource.
 *
 * Over REST an endpoint says its template only if it was made over REST by this client, its list does not say how many
 * workers live, a queue that scales on requests has no idle timeout, and `locations` answers data centers: a region is
 * accepted, and stands for those in it.
 */
export interface EndpointTransport extends Endpoints {
  /**
   * The endpoint, with what only the other surface tells: the template and the places of one that was made over it.
   * Asks that surface's list, which all callers share; a surface that refuses to answer adds nothing.
   */
  complete(endpoint: Endpoint, options?: CallOptions): Promise<Endpoint>;
  /**
   * Copies the template again into every endpoint that holds an older copy, as the platform does by itself for those
   * bound to it. Answers the ids of these endpoints.
   */
  renewCopies(template: Template, options?: CallOptions): Promise<string[]>;
}
