import type { Platform } from "../../platform/platform";
import { type Endpoint, newEndpoint, newWorker, type Worker } from "../../records/endpoint";
import { defaultSettings } from "../../records/endpoint-settings";
import { findModel } from "./models";

/**
 * Returns a public model as an endpoint that does not belong to the account. Lists do not show such an endpoint, the scaler
 * ignores it, and its workers cost nothing. Jobs of a public model are ordinary jobs.
 */
export function publicEndpoint(platform: Platform, id: string): Endpoint | undefined {
  const known = platform.publicEndpoints.get(id);
  if (known) return known;
  const model = findModel(id);
  if (!model) return undefined;
  const settings = {
    ...defaultSettings,
    name: id,
    templateId: "",
    scalerType: "REQUEST_COUNT",
    scalerValue: 1,
  } as const;
  const endpoint = newEndpoint(
    { ...settings, workersMax: 0 },
    { id, publicModel: id, createdAt: platform.clock.now(), releases: [] },
  );
  platform.publicEndpoints.set(id, endpoint);
  return endpoint;
}

/** Starts a worker at once, for one job of a public model. */
export function publicWorker(platform: Platform, endpoint: Endpoint): Worker {
  const worker = newWorker(endpoint, platform.clock.now(), {
    id: platform.ids.resource(),
    state: "idle",
    image: endpoint.id,
    gpuCount: 1,
    gpuTypeId: null,
    dataCenterId: null,
  });
  endpoint.workers.push(worker);
  return worker;
}
