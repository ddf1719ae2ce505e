import { type Cluster, type Platform, type Pod, podCost } from "../../../client";
import { maskerOf } from "../../../client/http/secrets/masking";
import { dollars } from "../../../kernel/money";
import { messageOf } from "../../../kernel/plain-text";
import { pick, present, type Values } from "../../../kernel/values";
import { ageOf } from "../../creating/traces";
import { collectionResource, recordItem, tracesInNames } from "../../lifecycle/collection-resource";
import { logReason, logTail } from "../../lifecycle/log-tail";
import { moreTime, replaceIt, unfinished } from "../../lifecycle/unfinished";
import { importable } from "../../planning/projection";
import { InitError } from "../../pulumi/errors";
import { unlessNotFound } from "../../session/not-found";
import type { Resource } from "../../session/resource";
import type { Run } from "../../session/run";
import { listed, longestRoundMs, type Watched } from "../../session/watched";
import { type Condition, waitFor } from "../../waiting/wait-for";
import { lacksContainer, ownKeys, withoutEmptyMounts } from "../container";
import { type ClusterInputs, clusterDeclaration } from "./cluster";

const known = {
  what: "cluster",
  collection: ({ clusters }: Platform) => clusters,
  facts: async (run: Run, { id, createdAt }: Cluster) => {
    const pods = await run.platform.clusters.pods(id, { signal: run.signal });
    return [...ageOf(run, createdAt), `${dollars(costOf(pods))} an hour`];
  },
  createdAt: (one: Cluster) => one.createdAt,
};

export const clusterTraces = tracesInNames<Cluster>({ kind: clusterDeclaration.kind, ...known });

const plain = collectionResource<ClusterInputs, Cluster>(clusterDeclaration, {
  ...known,
  outputs: outputsOf,
  // The create renames the cluster only after the wait for its pods, because Podwright finds an unrecorded cluster by
  // its first name.
  rename: async (_, cluster) => cluster,
});

async function rename(run: Run, id: string, inputs: ClusterInputs, outputs: Values): Promise<Values> {
  const { name } = inputs;
  if (name === undefined || name === outputs.name) return outputs;
  try {
    await run.platform.clusters.update(id, { name }, { signal: run.signal });
    return { ...outputs, name };
  } catch (error) {
    throw new InitError(id, outputs, [
      `cluster ${id} was created, but Podwright could not rename it to the declared name: ${messageOf(error)} "pulumi up" renames it.`,
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

/**
 * A cluster. As soon as RunPod counts all its pods as RUNNING, `members` contains the pods, because only they show
 * whether their containers run.
 */
type WithPods = Cluster & { readonly members?: readonly Pod[] };

function isReady({ pods, compute, members = [] }: WithPods): boolean {
  return (pods.byStatus.RUNNING ?? 0) >= compute.podCount && members.every(runs);
}

/** Tells whether a pod runs. The cluster's counts are older than the pods, so a pod may have failed in between. */
function runs(pod: Pod): boolean {
  return pod.status === "RUNNING" && !lacksContainer(pod);
}

/**
 * Corrects the output `ready`, which RunPod's counts alone have decided. A cluster is not ready if RunPod does not show
 * its pods.
 */
async function verified(run: Run, id: string, outputs: Values): Promise<Values> {
  if (outputs.ready !== true) return outputs;
  const members = await unlessNotFound(run.platform.clusters.pods(id, { signal: run.signal }));
  return { ...outputs, ready: members?.every(runs) ?? false };
}

/** Does not throw if it cannot read the pods, because the id of a new cluster must reach the state. */
async function verifiedOrNotReady(run: Run, id: string, outputs: Values): Promise<Values> {
  try {
    return await verified(run, id, outputs);
  } catch {
    return { ...outputs, ready: false };
  }
}

/** Throws the error of a new cluster that RunPod has not shown yet, with the output `ready` set to false. */
function notReady(error: unknown): never {
  if (!(error instanceof InitError)) throw error;
  throw new InitError(error.id, { ...error.outputs, ready: false }, error.reasons);
}

/** The condition is met when every pod runs. A pod with a fatal status never recovers by itself. */
const complete: Condition<WithPods> = (cluster) => {
  if (cluster === undefined) return { ok: false, waitingFor: "its pods to run", fatal: "the cluster is gone" };
  const states = describeCluster(cluster);
  const verdict = {
    // RunPod's list may show a new cluster before it shows the cluster's pods.
    ok: cluster.members !== undefined && isReady(cluster),
    waitingFor: `its ${cluster.compute.podCount} pods to be RUNNING (${states})`,
  };
  const failed = ["ERROR", "EXITED", "TERMINATED"].some((status) => (cluster.pods.byStatus[status] ?? 0) > 0);
  return failed && !verdict.ok ? { ...verdict, fatal: `not all of its pods run (${states})` } : verdict;
};

function describeCluster({ pods, members = [] }: WithPods): string {
  const parts = Object.entries(pods.byStatus).filter(([, count]) => count > 0);
  const states = parts.map(([status, count]) => `${count} ${status}`).join(", ") || "no pod";
  const starting = members.filter(lacksContainer).length;
  return starting === 0 ? states : `${states}, ${starting} of them without a container`;
}

interface Deployment {
  readonly during: "create" | "update";
  readonly id: string;
  readonly inputs: ClusterInputs;
  readonly outputs: Values;
  /** Time on the run's clock. */
  readonly deadline: number;
}

const listedClusters = listed<Cluster>(({ clusters }) => clusters);

const watchedClusters: Watched<WithPods> = {
  longestRoundMs,
  read: async (platform, ids, signal, prepared) => {
    const read = await listedClusters.read(platform, ids, signal, prepared);
    const withPods = (found: Cluster | undefined): WithPods | undefined | Promise<WithPods> =>
      found === undefined || !isReady(found)
        ? found
        : unlessNotFound(platform.clusters.pods(found.id, { signal })).then((members) =>
            members === undefined ? found : { ...found, members },
          );
    return (id) => {
      const found = read(id);
      return found instanceof Promise ? found.then(withPods) : withPods(found);
    };
  },
};

/** Waits until every pod runs. Throws an `InitError`: the cluster exists, and the next update waits again. */
async function awaitPods(run: Run, { during, id, inputs, outputs, deadline }: Deployment): Promise<Values> {
  if (inputs.skipAwait === true) return await verifiedOrNotReady(run, id, outputs);
  const poller = run.poller(watchedClusters);
  try {
    const first = await poller.read(id, run.signal);
    const describe = (cluster: WithPods | undefined) =>
      cluster && { subject: `cluster ${id} has`, state: describeCluster(cluster) };
    const ready = await waitFor(run, { id, poller, first, condition: complete, deadline, describe });
    run.report(`cluster ${id} is complete: every pod is RUNNING`);
    if (ready === undefined) return outputs;
    // The snapshot is older than the pods. RunPod may have assigned the data center in between.
    const placed = await run.platform.clusters.get(id, { signal: run.signal });
    return { ...outputsOf(placed, inputs), ready: true };
  } catch (error) {
    throw unfinished(run, {
      kind: "cluster",
      id,
      name: String(outputs.name),
      during,
      error,
      outputs: { ...outputs, ready: false },
      fault: "is not complete",
      evidence: await podReasons(run, id, inputs),
      next: "waits again",
      advice: [`${replaceIt(run, "cluster")}.`, ...moreTime({ error, during })],
    });
  }
}

/**
 * Returns the cost of the pods and the log of a pod that does not run. An error of this function must not hide the
 * first error.
 */
async function podReasons(run: Run, id: string, { env }: ClusterInputs): Promise<string[]> {
  if (run.signal.aborted) return [];
  const pods = await run.platform.clusters.pods(id, { signal: run.signal }).catch((): Pod[] => []);
  const stuck = pods.find((pod) => !runs(pod));
  const mask = maskerOf([env, ...pods.map((pod) => pod.env)].flatMap((values) => Object.values(values ?? {})));
  const log = stuck && (await logTail(run, (options) => run.platform.pods.logs(stuck.id, options)));
  return [
    ...(pods.length === 0 ? [] : [`Its ${pods.length} pods cost ${dollars(costOf(pods))} an hour now.`]),
    ...(stuck === undefined || log === undefined ? [] : logReason(`pod ${stuck.id}'s`, log, mask)),
  ];
}

function costOf(pods: readonly Pod[]): number {
  return pods.reduce((sum, pod) => sum + podCost(pod), 0);
}

/**
 * Reads the container settings for an import from one pod. RunPod reports them only in pods, and all pods of a cluster
 * have equal settings.
 */
async function containerOf(run: Run, { id, template }: Cluster): Promise<Values> {
  if (template !== undefined) return { templateId: template };
  const [pod] = await run.platform.clusters.pods(id, { signal: run.signal });
  if (pod === undefined) return {};
  const { image, args, disk, ports, mounts } = pod;
  return importable(clusterDeclaration.changes, {
    image,
    args,
    disk,
    ports,
    env: ownKeys(pod.env),
    mounts: pick({ ...mounts }, ["network"]),
  });
}

/** RunPod creates and deletes the pods of a cluster together with the cluster. */
export const cluster: Resource<ClusterInputs> = {
  ...plain,
  async create(run, inputs) {
    const deadline = run.clock.now() + run.timeoutMs;
    const { id, outputs } = await plain.create(run, inputs).catch(notReady);
    run.report(`cluster ${id} is created`);
    const complete = await awaitPods(run, { during: "create", id, inputs, outputs, deadline });
    return { id, outputs: await rename(run, id, inputs, complete) };
  },
  async read(run, request) {
    const found = await plain.read(run, request);
    if (found === undefined) return undefined;
    const outputs = await verified(run, request.id, found.outputs);
    if (request.declared !== undefined) return { ...found, outputs };
    const container = await containerOf(run, await run.platform.clusters.get(request.id, { signal: run.signal }));
    const inputs = withoutEmptyMounts({ ...found.inputs, ...container });
    return { inputs, outputs: { ...outputs, ...inputs } };
  },
  async update(run, request) {
    const deadline = run.clock.now() + run.timeoutMs;
    const { id, news: inputs } = request;
    const { outputs } = await plain.update(run, request);
    return { outputs: await awaitPods(run, { during: "update", id, inputs, outputs, deadline }) };
  },
};
