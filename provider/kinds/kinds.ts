import { type Holders, holders, unrecordedHolders } from "../creating/holders";
import type { Resource } from "../session/resource";
import type { Values } from "../values/values";
import { cluster } from "./cluster/lifecycle";
import { job } from "./job/lifecycle";
import { networkVolume } from "./network-volume/lifecycle";
import { podTraces } from "./pod/create/traces";
import { pod } from "./pod/lifecycle";
import { registryCredential } from "./registry-credential/lifecycle";
import { secret } from "./secret/lifecycle";
import { serverlessEndpoint } from "./serverless-endpoint/lifecycle";
import { endpointTraces } from "./serverless-endpoint/traces";
import { template } from "./template/lifecycle";

/** Names the unrecorded items of this stack that use an item, as soon as RunPod refuses to delete the item. */
function heldBy<Inputs>(resource: Resource<Inputs>, ...all: readonly Holders[]): Resource<Inputs> {
  return {
    ...resource,
    delete: (run, request) =>
      resource.delete(run, { ...request, whyHeld: () => unrecordedHolders(run, request.id, all) }),
  };
}

const mountingPods = holders(
  podTraces,
  ({ mounts }, id) => mounts.network?.some((one) => one.volumeId === id) === true,
);
const mountingEndpoints = holders(endpointTraces, ({ networkVolumeIds = [] }, id) => networkVolumeIds.includes(id));
const workers = holders(endpointTraces, ({ templateId }, id) => templateId === id);
const copies = holders(podTraces, (pod, id) => pod.template === id);
const pullers = holders(podTraces, ({ registry }, id) => registry === id);

/**
 * Every resource, for code that treats all kinds alike. The cast is safe, because `check` validates a resource's inputs
 * first.
 */
export const allResources = [
  pod,
  cluster,
  serverlessEndpoint,
  heldBy(template, workers, copies),
  heldBy(networkVolume, mountingPods, mountingEndpoints),
  heldBy(registryCredential, pullers),
  secret,
  job,
] as readonly unknown[] as readonly Resource<Values>[];
