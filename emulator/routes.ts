import { accountRoutes } from "./account/routes";
import { billingRoutes } from "./billing/routes";
import { catalogRoutes } from "./catalog/routes";
import { clusterRoutes } from "./clusters/routes";
import { consoleRoutes } from "./console/routes";
import { controlRoutes } from "./control/routes";
import { serverlessRoutes } from "./endpoints/routes";
import { problems } from "./http/problem";
import { type Route, routesOf } from "./http/route";
import { jobRoutes } from "./jobs/routes";
import { networkVolumeRoutes } from "./network-volumes/routes";
import type { Platform } from "./platform";
import { podRoutes } from "./pods/routes";
import { registryRoutes } from "./registries/routes";
import { templateRoutes } from "./templates/routes";

/** Every route of every surface. */
export function allRoutes(platform: Platform, reset: () => void): Route[] {
  return [
    ...podRoutes(platform),
    ...templateRoutes(platform),
    ...networkVolumeRoutes(platform),
    ...serverlessRoutes(platform),
    ...registryRoutes(platform),
    ...accountRoutes(platform),
    ...catalogRoutes(platform),
    ...billingRoutes(platform),
    ...clusterRoutes(platform),
    ...jobRoutes(platform),
    ...controlRoutes(platform, reset),
    ...consoleRoutes(platform),
    ...routesOf("graphql", [["POST /graphql", "graphql", graphql]]),
  ];
}

/** The server runs the document itself, because journal and faults go by the operation in it. */
function graphql(): never {
  throw problems.notFound();
}
