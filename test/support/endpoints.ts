import type { Endpoint } from "../../client";

/** An endpoint as the platform answers it: all defaults, no worker. */
export function anEndpoint(changes: Partial<Endpoint> = {}): Endpoint {
  return {
    id: "endpoint1",
    name: "jobs",
    gpuIds: "AMPERE_16",
    templateId: "template1",
    type: "QB",
    idleTimeout: 10,
    locations: null,
    flashBootType: "OFF",
    scalerType: "QUEUE_DELAY",
    scalerValue: 4,
    workersMin: 0,
    workersMax: 3,
    networkVolumeId: null,
    workers: 0,
    ...changes,
  };
}
