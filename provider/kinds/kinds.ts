import type { Pod } from "../../client";
import type { Values } from "../../kernel/values";
import { type Holders, holders, unrecordedHolders } from "../creating/holders";
import { unlessNotFound } from "../session/not-found";
import type { Resource } from "../session/resource";
import { cluster, clusterTraces } from "./cluster/lifecycle";
import { job } from "./job/lifecycle";
import { networkVolume } from "./network-volume/lifecycle";
import { podTraces } from "./pod/create/traces";
import { pod } from "./pod/lifecycle";
import { registryCredential } from "./registry-credential/lifecycle";
import { secret } from "./secret/lifecycle";
import { serverlessEndpoint } from "./serverless-endpoint/lifecycle";
import { endpointTraces } from "./serverless-endpoint/traces";
import { sshKey } from "./ssh-key/lifecycle";
import { task } from "./task/lifecycle";
import { template } from "./template/lifecycle";

/** Names the unrecorded items of this stack that use an item, as soon as RunPod refuses to delete the item. */
function heldBy<Inputs>(resource: Resource<Inputs>, ...all: readonly Holders[]): Resource<Inputs> {
  return {
    ...resource,
    delete: (run, request) =>
      resource.delete(run, { ...request, whyHeld: () => unrecordedHolders(run, request.id, all) }),
  };
}

const mounts = (pod: Pod, id: string) => pod.mounts.network?.some(({ volumeId }) => volumeId === id) === true;
const pulls = ({ registry }: Pod, id: string) => registry === id;

/** Only the pods of a cluster show its volume and its credential. */
function clustersWith(uses: (pod: Pod, id: string) => boolean): Holders {
  return holders(clusterTraces, async (one, id, { platform, signal }) => {
    const pods = await unlessNotFound(platform.clusters.pods(one.id, { signal }));
    return pods?.some((pod) => uses(pod, id)) === true;
  });
}

const mountingPods = holders(podTraces, mounts);
const mountingEndpoints = holders(endpointTraces, ({ networkVolumeIds = [] }, id) => networkVolumeIds.includes(id));
const workers = holders(endpointTraces, ({ templateId }, id) => templateId === id);
const copies = holders(podTraces, (pod, id) => pod.template === id);
const copyingClusters = holders(clusterTraces, (one, id) => one.template === id);
const pullers = holders(podTraces, pulls);

/**
 * Every resource, for code that treats all kinds alike. The cast is safe, because `check` validates a resource's inputs
 * first.
 */
export const allResources = [
  pod,
  cluster,
  serverlessEndpoint,
  heldBy(template, workers, copies, copyingClusters),
  heldBy(networkVolume, mountingPods, mountingEndpoints, clustersWith(mounts)),
  heldBy(registryCredential, pullers, clustersWith(pulls)),
  secret,
  sshKey,
  job,
  task,
] as readonly unknown[] as readonly Resource<Values>[];

const ending = new Set(allResources.filter(({ ends }) => ends === true).map(({ kind }) => kind));

/** Tells whether a resource's id names an item on RunPod. A job and a task leave no item behind. */
export const hasItem = (kind: string): boolean => !ending.has(kind);
