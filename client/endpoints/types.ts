import type { Template } from "../account/templates";
import type { Collection } from "../collections/collection";
import type { CallOptions } from "../http/requests";
import type { EndpointInput, Settings } from "./settings";

/** A serverless endpoint, from either surface. A field that the surface does not report is `undefined`. */
export interface Endpoint extends Settings {
  readonly id: string;
  /** Workers alive now. `undefined` if only `get` reports them. */
  readonly workers: number | undefined;
  /** The path where a load balancer asks its workers for their health, such as `/ping`. Over REST only. */
  readonly healthPath?: string | undefined;
  /** RFC 3339. Over REST only. */
  readonly createdAt?: string | undefined;
}

export interface DeleteEndpointOptions extends CallOptions {
  readonly lastLook?: () => Promise<void>;
}

/**
 * Endpoints over one surface. `update` takes the full set. `delete` throws `RuleError` unless both worker numbers are 0,
 * and never deletes a template that others can see.
 */
export type Endpoints = Collection<Endpoint, EndpointInput, EndpointInput>;

/** One surface beside another. A change over one surface makes the list of the other stale. */
export interface EndpointSurface extends Endpoints {
  delete(id: string, options?: DeleteEndpointOptions): Promise<void>;
  /** Drops the shared list. */
  forget(): void;
}

/**
 * Endpoints over the configured surface. GraphQL by default; RunPod retires it, and REST v2 has the same resource.
 *
 * Over REST an endpoint names its template only if this client created it over REST, the list lacks the number of
 * workers, a queue that scales on requests has no idle timeout, and `locations` holds data centers: a region in a
 * request stands for the data centers in it.
 */
export interface EndpointTransport extends Endpoints {
  /** Like every `delete`. `lastLook` runs right before the request that deletes: if it throws, the endpoint stays. */
  delete(id: string, options?: DeleteEndpointOptions): Promise<void>;
  /**
   * The endpoint, with the fields that only the other surface reports: the template and the locations of an endpoint
   * created over it. Reads that surface's list, which all callers share; a surface that refuses adds nothing.
   */
  complete(endpoint: Endpoint, options?: CallOptions): Promise<Endpoint>;
  /** The endpoints whose marker names the template as the source of their copy, clones of such endpoints included. */
  copiesOf(templateId: string, options?: CallOptions): Promise<Endpoint[]>;
  /**
   * Copies the template again into this endpoint, if it holds an older copy. Returns whether it did.
   * RunPod updates endpoints that are bound to a template by itself.
   */
  renewCopy(id: string, template: Template, options?: CallOptions): Promise<boolean>;
}
