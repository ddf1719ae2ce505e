import { ConflictError, type Pod, RuleError, type UpdatePod } from "../../../client";
import { parsePath, present, type Values } from "../../../kernel/values";
import { listAll } from "../../creating/list-all";
import { timesOf } from "../../creating/lookup-by-name";
import { takingOver } from "../../creating/take-over";
import { createdByStack } from "../../creating/unrecorded";
import { gpuOfPod, remembering } from "../../lifecycle/remembering";
import { keepingUnshown, untilShown } from "../../lifecycle/shown";
import { otherNetworked } from "../../planning/catalog/offers";
import { markerOf } from "../../planning/marker";
import { shrinks } from "../../planning/refusal";
import type { Change, Rule } from "../../planning/rules";
import { OperationError } from "../../pulumi/errors";
import { deleteUnlessGone, gone, readShared } from "../../session/not-found";
import type {
  DeleteRequest,
  Leftovers,
  ReadRequest,
  ReadResult,
  Resource,
  UpdateRequest,
} from "../../session/resource";
import type { Run } from "../../session/run";
import { createdUnder, podCreation } from "./create/creation";
import { warnOfLogin } from "./create/login";
import { warnOfPlace } from "./create/place";
import { podTraces } from "./create/traces";
import { podFailure } from "./failure";
import { explainGrowth } from "./growth";
import { mostReplaced, type PodInputs, podDeclaration } from "./pod";
import { foreseenCost } from "./price";
import { isGone, isStarted, statusOf, watchedPods } from "./readiness";
import { NoContainerError, readPod, restart, type Start, settle, settleReset, waitUntilRunning } from "./settle";
import { creatorFor, envWithMarks, importedInputs, liveInputs, patchBody, podOutputs } from "./wire";

async function create(run: Run, inputs: PodInputs) {
  const creation = podCreation(run, inputs);
  const first = await creation.begin();
  const deadline = run.clock.now() + run.timeoutMs;
  const discarded: string[] = [];
  for (let created = first; ; created = await creation.begin()) {
    try {
      const pod = await reachFirstState(run, created, inputs, deadline);
      warnOfPlace(run, inputs, pod);
      warnOfLogin(run, inputs, pod);
      return { id: pod.id, outputs: podOutputs(run.platform, pod, inputs) };
    } catch (error) {
      if (!(await isDeletedAsStuck(run, created, inputs, { error, discarded })))
        throw await podFailure(run, { during: "create", pod: created, inputs, error, discarded });
      discarded.push(created.id);
    } finally {
      // After the wait, RunPod shows even a late duplicate, so the search needs no further pause.
      await creation.removeDuplicates(created.id);
    }
  }
}

/** Deletes a pod that never had a container, if the program sets `replaceStuck`. A failed deletion keeps the pod. */
async function isDeletedAsStuck(
  run: Run,
  { id }: Pod,
  inputs: PodInputs,
  { error, discarded }: { readonly error: unknown; readonly discarded: readonly string[] },
): Promise<boolean> {
  if (inputs.replaceStuck !== true || !(error instanceof NoContainerError) || discarded.length >= mostReplaced)
    return false;
  run.report(
    `pod ${id} never got a container, so Podwright deletes it and creates another pod (replaceStuck, ${discarded.length + 1} of at most ${mostReplaced})`,
  );
  try {
    await run.platform.pods.delete(id, { signal: run.signal });
    return true;
  } catch {
    return false;
  }
}

/**
 * Finds the pods of an interrupted creation. Every pod contains the marker of its creation. The name counts only if the
 * inputs have no marker.
 */
async function findLeftovers(run: Run, inputs: Partial<PodInputs>): Promise<Leftovers> {
  const marker = markerOf(inputs);
  if (marker !== undefined) {
    const created = await createdUnder(run, inputs, run.signal);
    return { created: created.map(({ id }) => id), similar: [], sought: [marker], ...timesOf(created) };
  }
  const pods = await listAll(run.platform.pods, (text) => text === inputs.name, run.signal);
  const similar = pods.filter((pod) => !isGone(pod) && pod.name === inputs.name);
  return { created: [], similar: similar.map(({ id }) => id), sought: inputs.name === undefined ? [] : [inputs.name] };
}

async function reachFirstState(run: Run, created: Pod, inputs: PodInputs, deadline: number): Promise<Pod> {
  // If the create waits until the pod runs, RunPod has listed the pod by then.
  const isSeen = inputs.desiredStatus !== "EXITED" && inputs.skipAwait !== true;
  if (!isSeen) await untilShown(run, created.id, run.poller(watchedPods));
  const reached =
    inputs.desiredStatus === "EXITED"
      ? await settle(run, created, inputs, deadline)
      : await waitUntilRunning(run, created, inputs, deadline);
  // The lock comes last, because it forbids a stop and the create does not accept it.
  return inputs.locked === true
    ? await run.platform.pods.update(created.id, { locked: true }, { signal: run.signal })
    : reached;
}

async function read(run: Run, { id, declared: recorded, state }: ReadRequest): Promise<ReadResult> {
  const pod = await readShared(run.platform.pods, id, run.signal);
  if (pod === undefined || isGone(pod)) return undefined;
  const declared = recorded ?? importedInputs(pod);
  return { inputs: liveInputs(pod, declared, state), outputs: podOutputs(run.platform, pod, declared, state) };
}

async function update(run: Run, { id, olds, news, state, found: show }: UpdateRequest<PodInputs>) {
  const deadline = run.clock.now() + run.timeoutMs;
  const found = await readPod(run, id);
  if (found === undefined || isGone(found)) throw gone(`pod ${id}`);
  show?.(podOutputs(run.platform, found, olds, state));
  const change = { olds, news, state };
  const networking = networkingChange(found, change);
  const { locked, ...settings } = patchBody(found, change);
  // An update unlocks the pod first and locks it last, because a lock forbids the other steps.
  const patch = withMarks(run, found, { ...settings, ...networking, ...(locked === false ? { locked } : {}) }, news);
  const [size, wanted] = [found.mounts.persistent?.size ?? 0, settings.mounts?.persistent?.size ?? Infinity];
  if (wanted < size) throw new OperationError(shrinks(["mounts", "persistent", "size"], size, wanted));
  const before = beforeReset(found, patch, change);
  let pod = Object.keys(patch).length === 0 ? found : await send(run, found, patch, news);
  try {
    pod =
      before === undefined
        ? await settle(run, pod, news, deadline)
        : await settleReset(run, { before, pod }, news, deadline);
    if (networking !== undefined && needsRestart(pod, networking)) pod = await restart(run, pod, news, deadline);
    if (locked === true) pod = await run.platform.pods.update(id, { locked }, { signal: run.signal });
  } catch (error) {
    // Podwright may not have restarted the pod. The state then keeps the old value, so that the next `diff` still shows
    // the change.
    const reached = networking === undefined ? news : { ...news, globalNetworking: olds.globalNetworking ?? false };
    throw await podFailure(run, { during: "update", pod, inputs: reached, formerEnv: olds.env, error });
  }
  return { outputs: podOutputs(run.platform, pod, news) };
}

/** Restores lost marks with a change that restarts the container anyway. The marks alone are no reason for a restart. */
function withMarks(run: Run, { env }: Pod, patch: UpdatePod, news: PodInputs): UpdatePod {
  if (!resetBy(patch)) return patch;
  const marked = envWithMarks(patch.env ?? env, news, creatorFor(run));
  return marked === undefined ? patch : { ...patch, env: marked };
}

async function send(run: Run, found: Pod, patch: UpdatePod, news: PodInputs): Promise<Pod> {
  try {
    return await run.platform.pods.update(found.id, patch, { signal: run.signal });
  } catch (error) {
    throw explainGrowth(run, found, patch, news, error);
  }
}

/**
 * Returns the pod's last start before a reset, if this update or a killed update sends the change that resets the pod.
 * A killed update recorded nothing, so the state still has the former values.
 */
function beforeReset(found: Pod, patch: UpdatePod, change: Change<PodInputs>): Start | undefined {
  if (isStarted(found) && resetBy(patch)) return found;
  const { status, startedAt = null } = change.state as Partial<Start>;
  return statusOf(found) === "STARTING" && status === "STARTING" && resetBy(patchBody(change.state, change))
    ? { status, startedAt }
    : undefined;
}

/** Tells whether an update with these inputs restarts a running pod. */
function resetBy(patch: object): boolean {
  return podDeclaration.changes.rows.some(
    ({ path, change }) => String(parsePath(path)[0]) in patch && mayReset(change),
  );
}

function mayReset(rule: Rule): boolean {
  const effects = "condition" in rule ? [rule.effect, rule.otherwise] : [rule];
  return effects.some((effect) => effect.kind === "update" && effect.impact === "reset");
}

/**
 * Warns if the program requests global networking, and the pod's data center does not offer it. Only the recorded
 * outputs name the data center of the pod.
 */
async function foresee({ catalogs }: Run, { id, olds, news, state }: UpdateRequest<PodInputs>): Promise<string[]> {
  const isNew = news.globalNetworking === true && olds.globalNetworking !== true;
  const others = isNew && catalogs && (await otherNetworked(catalogs, [state.dataCenterId]));
  if (!others) return [];
  return [
    `pod ${id} runs in ${state.dataCenterId}, which has no global networking: RunPod will refuse the update. Replace the pod, and set its dataCenterIds to data centers with global networking: ${others.join(", ")}`,
  ];
}

async function foreseeOutputs({ catalogs }: Run, inputs: Values): Promise<Values> {
  return catalogs === undefined ? {} : present({ cost: await foreseenCost(inputs, catalogs) });
}

/** Compares the requested values of global networking, because the live value changes only at the next start. */
function networkingChange(pod: Pod, { olds, news }: Pick<UpdateRequest<PodInputs>, "olds" | "news">) {
  const wanted = news.globalNetworking ?? false;
  return wanted !== (olds.globalNetworking ?? false) && wanted !== pod.globalNetworking.enabled
    ? { globalNetworking: wanted }
    : undefined;
}

/** A pod that this update has already reset needs no restart. */
function needsRestart({ status, globalNetworking }: Pod, wanted: { readonly globalNetworking: boolean }): boolean {
  return status === "RUNNING" && globalNetworking.enabled !== wanted.globalNetworking;
}

async function remove(run: Run, { id }: DeleteRequest<PodInputs>): Promise<void> {
  try {
    await deleteUnlessGone(run, run.platform.pods, "pod", id);
  } catch (error) {
    // RunPod may refuse to delete a pod that it still shows after its end, for example after a lost response.
    if (!(error instanceof ConflictError || error instanceof RuleError)) throw error;
    const pod = await readPod(run, id);
    if (pod !== undefined && !isGone(pod)) throw error;
  }
}

const plain: Resource<PodInputs> & Required<Pick<Resource<PodInputs>, "gpuOf">> = {
  ...podDeclaration,
  create,
  createdByStack: (run) => createdByStack(run, podTraces),
  findLeftovers,
  list: (run) => run.platform.pods.list({ signal: run.signal }),
  read,
  update,
  foresee,
  foreseeOutputs,
  delete: remove,
  gpuOf: gpuOfPod,
};

export const pod: Resource<PodInputs> = remembering(
  keepingUnshown<PodInputs, typeof plain, Pod>({ ...plain, ...takingOver(plain, podTraces) }, "pod", watchedPods),
);
