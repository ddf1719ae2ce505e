import { appliesIdleTimeout, type Endpoint, samePlaces, sameTokens } from "../../../client";
import type { Run } from "../../operations/run";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";

type Declared = Partial<ServerlessEndpointInputs>;

/**
 * The endpoint as the program would tell it, whichever surface answered: what that surface does not tell is asked of
 * the other one. Without a program, as in an import, everything is asked.
 */
export async function asTold(run: Run, endpoint: Endpoint, declared: Declared | undefined): Promise<Endpoint> {
  const whole =
    declared !== undefined && isWhole(endpoint, declared)
      ? endpoint
      : await run.platform.endpoints.complete(endpoint, { signal: run.signal });
  return declared === undefined ? whole : inTheWordsOf(declared, whole);
}

/** Whether the other surface could explain nothing that looks like drift here. */
function isWhole(endpoint: Endpoint, { templateId, locations, idleTimeout }: Declared): boolean {
  const hasPlaces = endpoint.locations !== null || (locations ?? "") === "";
  return (
    (templateId === undefined || templateId === endpoint.templateId) &&
    hasPlaces &&
    (appliesIdleTimeout(endpoint) || idleTimeout === undefined || idleTimeout === endpoint.idleTimeout)
  );
}

/** A list that means what the program says, as the program says it. */
export function inTheWordsOf({ gpuIds, locations }: Declared, endpoint: Endpoint): Endpoint {
  return {
    ...endpoint,
    gpuIds: gpuIds !== undefined && sameTokens(gpuIds, endpoint.gpuIds) ? gpuIds : endpoint.gpuIds,
    locations:
      locations && endpoint.locations && samePlaces(locations, endpoint.locations) ? locations : endpoint.locations,
  };
}
