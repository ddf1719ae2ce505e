import { appliesIdleTimeout, type Endpoint, samePlaces, sameTokens } from "../../../client";
import { replaceIt } from "../../lifecycle/unfinished";
import { OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

type Declared = Partial<ServerlessEndpointInputs>;

/**
 * Completes an endpoint with values that only the other API reports, and uses the program's spelling. Without a
 * program, as in an import, it always reads both APIs.
 */
export async function completeFromOtherApi(
  run: Run,
  endpoint: Endpoint,
  declared: Declared | undefined,
): Promise<Endpoint> {
  const whole =
    declared !== undefined && isWhole(endpoint, declared)
      ? endpoint
      : await run.platform.endpoints.complete(endpoint, { signal: run.signal });
  return declared === undefined ? whole : keepProgramSpelling(declared, whole);
}

/** Tells whether the endpoint is complete: it shows no drift that the other API could explain. */
function isWhole(endpoint: Endpoint, { templateId, locations, idleTimeout }: Declared): boolean {
  const hasPlaces = endpoint.locations !== null || (locations ?? "") === "";
  return (
    (templateId === undefined || templateId === endpoint.templateId) &&
    hasPlaces &&
    (appliesIdleTimeout(endpoint) || idleTimeout === undefined || idleTimeout === endpoint.idleTimeout)
  );
}

/**
 * Throws if an update would remove places that only the other API reports. The update would change nothing, and every refresh
 * would show the places again.
 */
export async function refuseHiddenPlaces(
  run: Run,
  endpoint: Endpoint,
  { olds, news }: { readonly olds: Declared; readonly news: Declared },
): Promise<void> {
  if (!olds.locations || news.locations || endpoint.locations !== null) return;
  const { locations } = await run.platform.endpoints.complete(endpoint, { signal: run.signal });
  if (locations === null) return;
  throw new OperationError(
    `endpoint ${endpoint.id} keeps locations "${locations}", because this API cannot remove locations that RunPod's other API has set. Podwright changed nothing. ` +
      `Make this update with the other value of ${run.settingNames.endpointTransport}, or replace the endpoint: ${replaceIt(run, "endpoint")}`,
  );
}

/** Returns the program's spelling of a list if the live list means the same. */
export function keepProgramSpelling({ gpuIds, locations }: Declared, endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    gpuIds: gpuIds !== undefined && sameTokens(gpuIds, endpoint.gpuIds) ? gpuIds : endpoint.gpuIds,
    locations:
      locations && endpoint.locations && samePlaces(locations, endpoint.locations) ? locations : endpoint.locations,
  };
}
