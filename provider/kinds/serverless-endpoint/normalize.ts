import { appliesIdleTimeout, type Endpoint, samePlaces, sameTokens } from "../../../client";
import { OperationError } from "../../operations/errors";
import type { Run } from "../../operations/run";
import { replaceIt } from "../../operations/unfinished";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

type Declared = Partial<ServerlessEndpointInputs>;

/**
 * The endpoint in the program's spelling, from whichever API it came. What that API does not report is read from the other
 * one. Without a program, as in an import, everything is read.
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

/** Whether nothing looks like drift here that the other API could explain. */
function isWhole(endpoint: Endpoint, { templateId, locations, idleTimeout }: Declared): boolean {
  const hasPlaces = endpoint.locations !== null || (locations ?? "") === "";
  return (
    (templateId === undefined || templateId === endpoint.templateId) &&
    hasPlaces &&
    (appliesIdleTimeout(endpoint) || idleTimeout === undefined || idleTimeout === endpoint.idleTimeout)
  );
}

/**
 * Throws where an update is to take away places that the endpoint has from the other API alone: it would change nothing, and
 * every refresh would show them again.
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
    `endpoint ${endpoint.id} keeps locations "${locations}", which were set over the platform's other API and cannot be taken away over this one, so nothing was changed: ` +
      `make this update with the other value of ${run.settingNames.endpointTransport}, or replace the endpoint, because ${replaceIt(run, "endpoint")}`,
  );
}

/** Lists that mean the same as the program's, in the program's spelling. */
export function keepProgramSpelling({ gpuIds, locations }: Declared, endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    gpuIds: gpuIds !== undefined && sameTokens(gpuIds, endpoint.gpuIds) ? gpuIds : endpoint.gpuIds,
    locations:
      locations && endpoint.locations && samePlaces(locations, endpoint.locations) ? locations : endpoint.locations,
  };
}
