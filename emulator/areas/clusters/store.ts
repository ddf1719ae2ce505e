import { problems } from "../../http/problem";
import type { Platform } from "../../platform/platform";
import { type Cluster, type CreateCluster, clusterFields, templateSettings } from "../../records/cluster";
import { checkContainer, containerOf, podContainer } from "../../records/container";
import type { Membership, Pod } from "../../records/pod";
import { namedGpu } from "../catalog/rules";
import { terminate } from "../pods/actions";
import { addPod, checkMounts, environment, mountsOf } from "../pods/create";
import { place } from "../pods/placement";
import { templateForPods } from "../templates/store";

/** Creates a cluster with all its pods in one data center. Throws if no data center has room. */
export function createCluster(platform: Platform, body: CreateCluster, noCapacity: boolean): Cluster {
  const { gpuTypeId, gpuCountPerPod, podCount } = body.compute;
  const template = body.templateId === undefined ? undefined : templateForPods(platform, body.templateId);
  const beside = templateSettings.find((name) => body[name as keyof CreateCluster] !== undefined);
  if (template && beside !== undefined) throw problems.rule(`templateId and ${beside} are mutually exclusive`);
  checkContainer(platform, body);
  checkCompute(body.compute);
  const mounts = mountsOf(body, template, true);
  const center = place(
    platform,
    {
      hardware: gpuTypeId,
      units: gpuCountPerPod * podCount,
      maxCount: Number.POSITIVE_INFINITY,
      cloud: "SECURE",
      dataCenterIds: body.dataCenterIds ?? [],
      volumeCenter: checkMounts(platform, mounts, "SECURE", true),
      globalNetworking: false,
      acceptsCuda: () => true,
    },
    noCapacity,
  );
  const cluster: Cluster = {
    id: platform.ids.resource(),
    ...clusterFields.newRecord(body),
    template: template?.id,
    dataCenterId: center.id,
    network: { cidr: "10.65.0.0/16", vxlanId: 1 + platform.clusters.size, vxlanPort: 4789 },
    createdAt: platform.clock.now(),
  };
  platform.clusters.set(cluster.id, cluster);
  for (let rank = 0; rank < podCount; rank++)
    addPod(platform, {
      name: `${body.name}-node-${rank}`,
      container: { ...containerOf(body, template ?? podContainer), env: environment(platform, body, template) },
      hardware: { gpu: { id: gpuTypeId, count: gpuCountPerPod } },
      template: template?.id ?? null,
      mounts,
      cloud: "SECURE",
      center,
      globalNetworking: false,
      cluster: membership(cluster, rank),
    });
  return cluster;
}

/** Deletes a cluster and its member pods. */
export function deleteCluster(platform: Platform, cluster: Cluster): void {
  for (const pod of membersOf(platform, cluster)) terminate(platform, pod);
  platform.clusters.delete(cluster.id);
}

/** Returns the member pods, sorted by rank. */
export function membersOf(platform: Platform, { id }: Cluster): Pod[] {
  return [...platform.pods.values()].filter(({ cluster }) => cluster?.id === id);
}

function checkCompute({ gpuTypeId, gpuCountPerPod }: CreateCluster["compute"]): void {
  const most = namedGpu(gpuTypeId).maxCount.secure;
  if (gpuCountPerPod > most) throw problems.rule(`compute.gpuCountPerPod must not exceed ${most} for '${gpuTypeId}'`);
}

function membership({ id, type }: Cluster, rank: number): Membership {
  const address = rank + 2;
  const ip = `10.65.${Math.floor(address / 256)}.${address % 256}`;
  switch (type) {
    case "SLURM":
      return { id, rank, role: rank === 0 ? "SLURM_CONTROLLER" : "SLURM_COMPUTE", ip };
    case "RAY":
      return { id, rank, role: rank === 0 ? "RAY_HEAD" : "RAY_WORKER", ip };
    case "APPLICATION":
    case "TRAINING":
      return { id, rank, ip };
  }
}
