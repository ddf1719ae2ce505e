import { CapacityError } from "../../../../client";
import { formatDuration, parseDuration } from "../../../../kernel/duration";
import { requireMarker } from "../../../planning/marker";
import { OperationError } from "../../../pulumi/errors";
import type { Run } from "../../../session/run";
import { type Choice, choicesOf } from "../placement";
import type { PodInputs } from "../pod";

const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/**
 * Tries the choices in order until RunPod has capacity for a choice. Without `capacityTimeout`, Podwright tries each
 * choice once. With `capacityTimeout`, further rounds follow after growing pauses. They do not shorten the wait for the
 * pod. Any other refusal ends the search.
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
  for (let pause = firstPauseMs; ; pause = Math.min(pause * 2, longestPauseMs)) {
    const refusal = await oneRound(run, choices, attempt);
    if (!(refusal instanceof CapacityError)) return refusal;
    const rest = pause * run.timeScale;
    if (run.clock.now() + rest > until)
      throw noCapacity(run, { ...inputs, choices }, refusal, run.clock.now() - started);
    run.report(`no capacity for any of ${choices.length} choices; trying again in ${formatDuration(rest)}`);
    await run.clock.sleep(rest, run.signal);
  }
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
