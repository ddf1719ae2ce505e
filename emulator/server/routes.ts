import { registryRoutes } from "../areas/account/registries/routes";
import { accountRoutes } from "../areas/account/routes";
import { secretRoutes } from "../areas/account/secrets/routes";
import { billingRoutes } from "../areas/billing/routes";
import { catalogRoutes } from "../areas/catalog/routes";
import { clusterRoutes } from "../areas/clusters/routes";
import { serverlessRoutes } from "../areas/endpoints/routes";
import { jobRoutes } from "../areas/jobs/routes";
import { networkVolumeRoutes } from "../areas/network-volumes/routes";
import { podRoutes } from "../areas/pods/routes";
import { templateRoutes } from "../areas/templates/routes";
import { consoleRoutes } from "../console/routes";
import { controlRoutes } from "../control/routes";
import { problems } from "../http/problem";
import { type Route, routesOf } from "../http/route";
import type { Platform } from "../platform/platform";

/** Returns the routes of all surfaces. */
export function allRoutes(platform: Platform, reset: () => void): readonly Route[] {
  return knownRoutes(platform, reset).filter(({ isNewer }) => !(isNewer && platform.settings.strictInterface));
}

/** Returns the routes of all surfaces, including routes that RunPod's first API description lacks. */
export function knownRoutes(platform: Platform, reset: () => void): readonly Route[] {
  return [
    ...podRoutes(platform),
    ...templateRoutes(platform),
    ...networkVolumeRoutes(platform),
    ...serverlessRoutes(platform),
    ...registryRoutes(platform),
    ...accountRoutes(platform),
    ...secretRoutes(platform),
    ...catalogRoutes(platform),
    ...billingRoutes(platform),
    ...clusterRoutes(platform),
    ...jobRoutes(platform),
    ...controlRoutes(platform, reset),
    ...consoleRoutes(platform),
    ...routesOf("graphql", [["POST /graphql", "graphql", graphql]]),
  ];
}

/** Never called: the server runs the document itself, because the journal and faults need its operation. */
function graphql(): never {
  throw problems.notFound();
}
