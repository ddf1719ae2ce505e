import type { Platform } from "../../platform/platform";
import { type Cluster, clusterFields } from "../../records/cluster";
import { timestamp } from "../../time/clock";
import { sshOf } from "../pods/shapes";
import { shownStatus } from "../pods/states";
import { membersOf } from "./store";

/** Returns a cluster as REST shows it. Data center, network and primary are absent until the first pod has a machine. */
export function clusterShape(platform: Platform, cluster: Cluster) {
  const { id, template, dataCenterId, network, createdAt } = cluster;
  const members = membersOf(platform, cluster);
  const byStatus: Record<string, number> = {};
  for (const pod of members) {
    const status = shownStatus(platform, pod);
    byStatus[status] = (byStatus[status] ?? 0) + 1;
  }
  const primary = members.find((pod) => pod.cluster?.rank === 0);
  const direct = primary && sshOf(platform, primary).direct;
  return {
    id,
    ...clusterFields.shown(platform, clusterFields.given(cluster)),
    ...(template ? { template } : {}),
    pods: { total: members.length, byStatus },
    ...(primary && primary.status !== "PROVISIONING"
      ? {
          dataCenterId,
          network,
          primary: {
            podId: primary.id,
            status: shownStatus(platform, primary),
            ...(direct ? { sshEndpoint: `${direct.host}:${direct.port}` } : {}),
          },
        }
      : {}),
    createdAt: timestamp(createdAt),
  };
}
