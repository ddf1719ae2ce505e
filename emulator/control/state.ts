import { secretShape } from "../areas/account/secrets/store";
import { costPerHour } from "../areas/billing/prices";
import { clusterShape } from "../areas/clusters/shapes";
import { membersOf } from "../areas/clusters/store";
import { health } from "../areas/jobs/store";
import { podShape } from "../areas/pods/shapes";
import { ownTemplates, templateShape } from "../areas/templates/store";
import { endpointShape } from "../graphql/endpoints";
import { containerOfEndpoint } from "../platform/endpoint-container";
import type { Platform } from "../platform/platform";
import { timestamp } from "../time/clock";

/** Returns the whole account, for tests and demos. */
export function stateOf(platform: Platform) {
  return {
    now: timestamp(platform.clock.now()),
    pods: [...platform.pods.values()].map((pod) => podShape(platform, pod)),
    endpoints: [...platform.endpoints.values()].map((endpoint) => ({
      ...endpointShape(platform, endpoint),
      ...health(platform, endpoint),
      workerEnv: containerOfEndpoint(platform, endpoint).env,
    })),
    clusters: [...platform.clusters.values()].map((cluster) => ({
      ...clusterShape(platform, cluster),
      podIds: membersOf(platform, cluster).map(({ id }) => id),
    })),
    templates: ownTemplates(platform).map((template) => templateShape(platform, template)),
    networkVolumes: [...platform.volumes.values()],
    registries: [...platform.registries.values()],
    secrets: [...platform.secrets.values()].map(secretShape),
    sshKeys: platform.sshKeys,
    costPerHour: costPerHour(platform),
  };
}
