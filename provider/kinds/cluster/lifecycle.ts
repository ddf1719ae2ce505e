import type { Cluster, Pod } from "../../../client";
import { maskerOf } from "../../../client/http/secrets/masking";
import { dollars } from "../../../client/values/money";
import { collectionResource, recordItem } from "../../operations/collection-resource";
import { InitError, messageOf } from "../../operations/errors";
import { logReason, logTail } from "../../operations/log-tail";
import type { Resource } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { moreTime, replaceIt, unfinished } from "../../operations/unfinished";
import { listed } from "../../operations/watched";
import { importable } from "../../planning/projection";
import { pick, present, type Values } from "../../planning/values";
import { type Condition, waitFor } from "../../waiting/wait-for";
import { ownKeys, withoutEmptyMounts } from "../container";
import { type ClusterInputs, clusterDeclaration } from "./cluster";

const plain = collectionResource<ClusterInputs, Cluster>(clusterDeclaration, {
  what: "cluster",
  collection: ({ clusters }) => clusters,
  outputs: outputsOf,
  rename,
});

async function rename(run: Run, cluster: Cluster, inputs: ClusterInputs): Promise<Cluster> {
  try {
    return await run.platform.clusters.update(cluster.id, { name: String(inputs.name) }, { signal: run.signal });
  } catch (error) {
    throw new InitError(cluster.id, outputsOf(cluster, inputs), [
      `cluster ${cluster.id} was created, but could not be renamed to its own name: ${messageOf(error)} "pulumi up" renames it and waits for its pods.`,
    ]);
  }
}

function outputsOf(cluster: Cluster, declared: object): Values {
  const { dataCenterId, network, primary, createdAt } = cluster;
  const { podId: primaryPodId, sshEndpoint } = primary ?? {};
  return {
    ...recordItem(clusterDeclaration.changes, cluster, declared),
    ...present({ ready: isReady(cluster), dataCenterId, network, primaryPodId, sshEndpoint, createdAt }),
  };
}

function isReady({ pods, compute }: Cluster): boolean {
  return (pods.byStatus.RUNNING ?? 0) >= compute.podCount;
}

/** Met when every pod runs. From these statuses no pod gets there by itself. */
const complete: Condition<Cluster> = (cluster) => {
  if (cluster === undefined) return { ok: false, waitingFor: "its pods to run", fatal: "the cluster is gone" };
  const states = describeCluster(cluster);
  const verdict = {
    ok: isReady(cluster),
    waitingFor: `its ${cluster.compute.podCount} pods to be RUNNING (${states})`,
  };
  const failed = ["ERROR", "EXITED", "TERMINATED"].some((status) => (cluster.pods.byStatus[status] ?? 0) > 0);
  return failed && !verdict.ok ? { ...verdict, fatal: `not all of its pods run (${states})` } : verdict;
};

function describeCluster({ pods }: Cluster): string {
  const parts = Object.entries(pods.byStatus).filter(([, count]) => count > 0);
  return parts.map(([status, count]) => `${count} ${status}`).join(", ") || "no pod";
}

interface Deployment {
  readonly during: "create" | "update";
  readonly id: string;
  readonly inputs: ClusterInputs;
  readonly outputs: Values;
  /** By the run's clock. */
  readonly deadline: number;
}

const watchedClusters = listed<Cluster>(({ clusters }) => clusters);

/** Waits until every pod runs. Throws an `InitError`: the cluster exists, and the next update waits again. */
async function awaitPods(run: Run, { during, id, inputs, outputs, deadline }: Deployment): Promise<Values> {
  if (inputs.skipAwait === true) return outputs;
  const poller = run.poller(watchedClusters);
  try {
    const first = await poller.read(id, run.signal);
    const describe = (cluster: Cluster | undefined) =>
      cluster && { subject: `cluster ${id} has`, state: describeCluster(cluster) };
    const ready = await waitFor(run, { id, poller, first, condition: complete, deadline, describe });
    run.report(`cluster ${id} is complete: every pod is RUNNING`);
    return ready === undefined ? outputs : outputsOf(ready, inputs);
  } catch (error) {
    throw unfinished(run, {
      ...{ kind: "cluster", id, name: String(outputs.name), during, error, outputs },
      fault: "is not complete",
      evidence: await podReasons(run, id, inputs),
      next: "waits again",
      advice: [`${replaceIt(run, "cluster")}.`, ...moreTime({ error, during })],
    });
  }
}

/** What the pods cost, and the log of one that does not run. The first failure is the one to report, whatever this meets. */
async function podReasons(run: Run, id: string, { env }: ClusterInputs): Promise<string[]> {
  if (run.signal.aborted) return [];
  const pods = await run.platform.clusters.pods(id, { signal: run.signal }).catch((): Pod[] => []);
  const stuck = pods.find(({ status }) => status !== "RUNNING");
  const cost = pods.reduce((sum, pod) => sum + pod.cost, 0);
  const mask = maskerOf([env, ...pods.map((pod) => pod.env)].flatMap((values) => Object.values(values ?? {})));
  const log = stuck && (await logTail(run, (options) => run.platform.pods.logs(stuck.id, options)));
  return [
    ...(pods.length === 0 ? [] : [`Its ${pods.length} pods cost ${dollars(cost)} an hour now.`]),
    ...(stuck === undefined || log === undefined ? [] : logReason(`pod ${stuck.id}'s`, log, mask)),
  ];
}

/** What the pods run, for an import: the platform reports it with a pod alone, and all pods have the same. */
async function containerOf(run: Run, { id, template }: Cluster): Promise<Values> {
  if (template !== undefined) return { templateId: template };
  const [pod] = await run.platform.clusters.pods(id, { signal: run.signal });
  if (pod === undefined) return {};
  const { image, args, disk, ports, mounts } = pod;
  return importable(clusterDeclaration.changes, {
    ...{ image, args, disk, ports },
    env: ownKeys(pod.env),
    mounts: pick({ ...mounts }, ["network"]),
  });
}

/** All pods of a cluster are created and deleted with it. */
export const cluster: Resource<ClusterInputs> = {
  ...plain,
  async create(run, inputs) {
    const deadline = run.clock.now() + run.timeoutMs;
    const { id, outputs } = await plain.create(run, inputs);
    run.report(`cluster ${id} is created`);
    return { id, outputs: await awaitPods(run, { during: "create", id, inputs, outputs, deadline }) };
  },
  async read(run, request) {
    const found = await plain.read(run, request);
    if (found === undefined || request.declared !== undefined) return found;
    const container = await containerOf(run, await run.platform.clusters.get(request.id, { signal: run.signal }));
    const inputs = withoutEmptyMounts({ ...found.inputs, ...container });
    return { inputs, outputs: { ...found.outputs, ...inputs } };
  },
  async update(run, request) {
    const deadline = run.clock.now() + run.timeoutMs;
    const { id, news: inputs } = request;
    const { outputs } = await plain.update(run, request);
    return { outputs: await awaitPods(run, { during: "update", id, inputs, outputs, deadline }) };
  },
};
