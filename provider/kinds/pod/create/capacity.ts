import { CapacityError, type Platform } from "../../../../client";
import { orAborted } from "../../../../kernel/clock";
import { formatDuration, parseDuration } from "../../../../kernel/duration";
import { requireMarker } from "../../../planning/marker";
import { OperationError } from "../../../pulumi/errors";
import type { Run } from "../../../session/run";
import { type Choice, choicesOf } from "../placement";
import type { PodInputs } from "../pod";

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/** What RunPod last said about a choice. */
interface Known {
  /** The last refusal, unless RunPod has had capacity since then. */
  refusal?: { readonly error: CapacityError; readonly at: number } | undefined;
  /** The present attempt of a pod: whether it finds a machine. Never rejects. */
  attempt?: Promise<boolean> | undefined;
  /** Ends the pauses of the other pods as soon as one pod has found a machine. */
  found: AbortController;
}

/** By the needs of a pod and its choice. All pods of this process share it, because RunPod counts requests by account. */
const knownPlaces = new WeakMap<Platform, Map<string, Known>>();

/**
 * Tries the choices in order until RunPod has capacity for a choice. Without `capacityTimeout`, Podwright tries each
 * choice once. With `capacityTimeout`, further rounds follow after growing pauses. They do not shorten the wait for the
 * pod. Any other refusal ends the search. In further rounds, only one of the pods with the same needs asks RunPod.
 */
export async function withCapacity<T>(
  run: Run,
  inputs: PodInputs,
  attempt: (choice: Choice) => Promise<T>,
  choices: readonly Choice[] = choicesOf(inputs),
): Promise<T> {
  const patience = inputs.capacityTimeout === undefined ? 0 : parseDuration(inputs.capacityTimeout);
  const started = run.clock.now();
  const until = started + patience;
  let pausedAt: number | undefined;
  const shared = patience === 0 ? [] : choices;
  const places = new Map(shared.map((choice) => [choice, knownPlace(run, needsOf(inputs, choice))]));
  const ask = (choice: Choice) => {
    // A pod whose own create is unconfirmed must look for that pod, whatever RunPod tells others.
    const place = run.unconfirmed.has(requireMarker(inputs)) ? undefined : places.get(choice);
    return place === undefined ? attempt(choice) : asOne(run, place, pausedAt, () => attempt(choice));
  };
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const refusal = await oneRound(run, choices, ask);
    if (!(refusal instanceof CapacityError)) return refusal;
    const rest = pause * run.timeScale;
    pausedAt = run.clock.now();
    if (pausedAt + rest > until) throw noCapacity(run, { ...inputs, choices }, refusal, pausedAt - started);
    run.report(`no capacity for any of ${choices.length} choices; trying again in ${formatDuration(rest)}`);
    const found = AbortSignal.any([...places.values()].map((place) => place.found.signal));
    await run.clock.sleep(rest, AbortSignal.any([run.signal, found])).catch((error: unknown) => {
      if (run.signal.aborted || !found.aborted) throw error;
    });
  }
}

function knownPlace({ platform }: Run, needs: string): Known {
  const places = knownPlaces.get(platform) ?? new Map<string, Known>();
  knownPlaces.set(platform, places);
  const place = places.get(needs) ?? { found: new AbortController() };
  places.set(needs, place);
  return place;
}

/**
 * Makes an attempt. After a pause, it takes over the refusal of another pod that has asked since the pause began, or asks now.
 * @param pausedAt time on the run's clock; absent in the first round
 */
async function asOne<T>(run: Run, place: Known, pausedAt: number | undefined, attempt: () => Promise<T>): Promise<T> {
  if (pausedAt !== undefined) {
    let isFound = false;
    while (!isFound && place.attempt !== undefined) isFound = await orAborted(place.attempt, run.signal);
    if (place.refusal !== undefined && place.refusal.at > pausedAt) throw place.refusal.error;
  }
  const answer = attempt();
  const settled = answer.then(
    () => {
      place.refusal = undefined;
      place.found.abort();
      place.found = new AbortController();
      return true;
    },
    (error: unknown) => {
      place.refusal = error instanceof CapacityError ? { error, at: run.clock.now() } : undefined;
      return false;
    },
  );
  const own = settled.finally(() => {
    if (place.attempt === own) place.attempt = undefined;
  });
  place.attempt = own;
  return await answer;
}

/** Describes what a machine must offer. Pods that differ only in these inputs find capacity on the same machines. */
function needsOf({ name, env, args, __autoname, __nonce, ...needs }: PodInputs, choice: Choice): string {
  return JSON.stringify([needs, choice]);
}

async function oneRound<T>(run: Run, choices: readonly Choice[], attempt: (choice: Choice) => Promise<T>) {
  let refusal: CapacityError | undefined;
  for (const choice of choices) {
    try {
      return await attempt(choice);
    } catch (error) {
      if (!(error instanceof CapacityError)) throw error;
      refusal = error;
      run.report(`no capacity for ${describe(choice)}`);
    }
  }
  if (refusal === undefined) throw new OperationError("the pod has no place to run");
  return refusal;
}

type Sought = PodInputs & { readonly choices: readonly Choice[] };

function noCapacity(run: Run, inputs: Sought, refusal: CapacityError, waitedMs: number): OperationError {
  const { choices } = inputs;
  const where = choices.map(describe).join(", nor for ");
  // After an unconfirmed create, a later search finds out whether the create made a pod.
  const outcome = run.unconfirmed.has(requireMarker(inputs)) ? "" : ", and Podwright created nothing";
  const waited = waitedMs < 1_000 ? "" : ` for ${formatDuration(waitedMs)}`;
  return new OperationError(
    `RunPod has had no capacity${waited} for ${where}${outcome}. ` +
      `Its response: "${refusal.detail}" RunPod gives this response for several reasons. ${waysOut(inputs).join("; or ")}`,
  );
}

/** Returns advice for three causes: sold-out hardware, too narrow a choice, and a requirement that no host meets. */
function waysOut({ disk, choices }: Sought): string[] {
  const named = new Set(choices.flatMap(({ gpu }) => filters.filter((filter) => gpu?.[filter] !== undefined)));
  return [
    "Add fallbacks with other hardware",
    ...(choices.some(({ dataCenterIds = [] }) => dataCenterIds.length > 0) ? ["widen dataCenterIds"] : []),
    ...(named.size > 0 ? [`leave out ${[...named].map((filter) => `gpu.${filter}`).join(" and ")}`] : []),
    // RunPod refused several pods with a disk of 10 GB with this message, and accepted the same pods with 20 GB.
    ...(disk !== undefined && disk < likelyDisk ? [`give the pod a disk of ${likelyDisk} GB or more`] : []),
    "set capacityTimeout to keep trying",
  ];
}

const filters = ["allowedCudaVersions", "minCudaVersion", "minRamPerGpu", "minVcpuCountPerGpu"] as const;
const likelyDisk = 20;

function describe({ gpu, cpu, cloud, dataCenterIds = [] }: Choice): string {
  const hardware = gpu ? describeGpu(gpu) : cpu ? `${cpu.id} with ${cpu.vcpuCount} vCPUs` : "this pod";
  const where = dataCenterIds.length > 0 ? ` in ${dataCenterIds.join(" or ")}` : "";
  return `${hardware}${cloud === undefined ? "" : ` (${cloud})`}${where}`;
}

function describeGpu({ id, count = 1, minVcpuCountPerGpu: vcpus, minRamPerGpu: ram }: NonNullable<Choice["gpu"]>) {
  const shares = [vcpus && `${vcpus} vCPUs`, ram && `${ram} GB of memory`].filter((share) => share !== undefined);
  return `${count} × ${id}${shares.length > 0 ? ` with ${shares.join(" and ")} a GPU` : ""}`;
}
