import { ENDPOINT_DEFAULTS } from "./defaults";
import type { Endpoint } from "./transport";

/**
 * Where an endpoint is called: a queue's job operations follow the address, a load balancer passes any path on to its
 * workers and has a host name of its own (contract section 1). An IP address can have none below it; this machine's
 * has: `localhost`.
 */
export function endpointUrl(
  { serverlessUrl }: { readonly serverlessUrl: string },
  { id, type = ENDPOINT_DEFAULTS.type }: Pick<Endpoint, "id" | "type">,
): string {
  if (type !== "LB") return `${serverlessUrl}/v2/${id}`;
  return serverlessUrl.replace(/:\/\/(127(\.\d+){3}|\[::1\])(?=[:/]|$)/, "://localhost").replace("://", `://${id}.`);
}
