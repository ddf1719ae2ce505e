import { ENDPOINT_DEFAULTS } from "./defaults";
import type { Endpoint } from "./types";

/**
 * Returns the address of an endpoint. Job operations of a queue endpoint are below this address. A load balancer has its own
 * host name and passes any path to its workers. A host name cannot be below an IP address, so a loopback IP becomes
 * `localhost`.
 */
export function endpointUrl(
  { serverlessUrl }: { readonly serverlessUrl: string },
  { id, type = ENDPOINT_DEFAULTS.type }: Pick<Endpoint, "id" | "type">,
): string {
  if (type !== "LB") return `${serverlessUrl}/v2/${id}`;
  return serverlessUrl.replace(/:\/\/(127(\.\d+){3}|\[::1\])(?=[:/]|$)/, "://localhost").replace("://", `://${id}.`);
}
