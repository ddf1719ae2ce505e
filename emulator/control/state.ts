import { timestamp } from "../clock";
import { endpointShape } from "../endpoints/graphql";
import { health } from "../jobs/store";
import type { Platform } from "../platform";
import { costOf } from "../pods/cost";
import { podShape } from "../pods/shapes";
import { templateShape } from "../templates/store";

/** Everything there is, for tests and demos. */
export function stateOf(platform: Platform) {
  const pods = [...platform.pods.values()];
  return {
    now: timestamp(platform.clock.now()),
    pods: pods.map((pod) => podShape(platform, pod)),
    endpoints: [...platform.endpoints.values()].map((endpoint) => ({
      ...endpointShape(platform, endpoint),
      ...health(endpoint),
    })),
    templates: [...platform.templates.values()].filter(({ owner }) => owner === "account").map(templateShape),
    networkVolumes: [...platform.volumes.values()],
    registries: [...platform.registries.values()],
    costPerHour: Math.round(pods.reduce((sum, pod) => sum + costOf(pod), 0) * 10_000) / 10_000,
  };
}
