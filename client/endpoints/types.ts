import type { Template } from "../account/templates";
import type { Collection } from "../collections/collection";
import type { CallOptions } from "../http/requests";
import type { EndpointInput, Settings } from "./settings";

/** A serverless endpoint, as either surface reports it. A field that the surface does not report is `undefined`. */
export interface Endpoint extends Settings {
  readonly id: string;
  /** Number of workers that are alive. `undefined` in a list over REST, because only `get` reports this number over REST. */
  readonly workers: number | undefined;
  /**
   * Path of the health check, such as `/ping`. A load balancer sends its health checks to this path of each worker. Only REST
   * reports the path.
   */
  readonly healthPath?: string | undefined;
  /** Time of creation (RFC 3339). Only REST reports this time. */
  readonly createdAt?: string | undefined;
}

export interface DeleteEndpointOptions extends CallOptions {
  readonly lastLook?: () => Promise<void>;
}

/**
 * Endpoints over one surface. `update` needs all settings. `delete` throws `RuleError` unless both worker numbers are 0, and
 * never deletes a template that another resource can use.
 */
export type Endpoints = Collection<Endpoint, EndpointInput, EndpointInput>;

/**
 * Endpoints over a surface that is used together with another surface. A write over one surface makes the list of the other
 * surface stale.
 */
export interface EndpointSurface extends Endpoints {
  delete(id: string, options?: DeleteEndpointOptions): Promise<void>;
  /** Drops the shared list. */
  forget(): void;
}

/**
 * Endpoints over the configured surface. The default is GraphQL, which RunPod will retire; REST v2 has the same resource.
 *
 * REST differs in four ways. An endpoint names its template only if this client created it over REST. The list lacks the
 * number of workers. A queue endpoint that scales on requests has no idle timeout. `locations` holds data centers: a region in
 * a request becomes the data centers in it.
 */
export interface EndpointTransport extends Endpoints {
  /** Deletes the endpoint. `lastLook` runs right before the request that deletes. If `lastLook` throws, the endpoint stays. */
  delete(id: string, options?: DeleteEndpointOptions): Promise<void>;
  /**
   * Adds the fields that only the other surface reports: the template and the locations of an endpoint created over that
   * surface. The method reads the list of that surface, which all callers share. If that surface refuses the request, the
   * method adds nothing.
   */
  complete(endpoint: Endpoint, options?: CallOptions): Promise<Endpoint>;
  /** Returns the endpoints whose marker names this template. The result includes clones of such endpoints. */
  copiesOf(templateId: string, options?: CallOptions): Promise<Endpoint[]>;
  /**
   * Copies the template into this endpoint again, if the endpoint has an older copy. Returns whether it copied the template. If
   * the endpoint is bound to the template, RunPod copies each change by itself, and no call is needed.
   */
  renewCopy(id: string, template: Template, options?: CallOptions): Promise<boolean>;
}
