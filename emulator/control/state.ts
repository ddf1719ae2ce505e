import { costPerHour } from "../billing/prices";
import { endpointShape } from "../graphql/endpoints";
import { health } from "../jobs/store";
import type { Platform } from "../platform";
import { podShape } from "../pods/shapes";
import { ownTemplates, templateShape } from "../templates/store";
import { timestamp } from "../time/clock";

/** Everything there is, for tests and demos. */
export function stateOf(platform: Platform) {
  return {
    now: timestamp(platform.clock.now()),
    pods: [...platform.pods.values()].map((pod) => podShape(platform, pod)),
    endpoints: [...platform.endpoints.values()].map((endpoint) => ({
      ...endpointShape(platform, endpoint),
      ...health(endpoint),
    })),
    templates: ownTemplates(platform).map(templateShape),
    networkVolumes: [...platform.volumes.values()],
    registries: [...platform.registries.values()],
    costPerHour: costPerHour(platform),
  };
}
