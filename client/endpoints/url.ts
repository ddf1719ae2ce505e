import { ENDPOINT_DEFAULTS } from "./defaults";
import type { Endpoint } from "./types";

/**
 * The address of an endpoint: a queue's job operations are below it; a load balancer passes any path to its workers and
 * has a host name of its own. No host name can be below an IP address, so this machine's address becomes `localhost`.
 */
export function endpointUrl(
  { serverlessUrl }: { readonly serverlessUrl: string },
  { id, type = ENDPOINT_DEFAULTS.type }: Pick<Endpoint, "id" | "type">,
): string {
  if (type !== "LB") return `${serverlessUrl}/v2/${id}`;
  return serverlessUrl.replace(/:\/\/(127(\.\d+){3}|\[::1\])(?=[:/]|$)/, "://localhost").replace("://", `://${id}.`);
}
