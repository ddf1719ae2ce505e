import type { Endpoint, Worker } from "../../../../client";
import { dollars } from "../../../../kernel/money";
import { withDeadline } from "../../../pulumi/deadline";
import type { Run } from "../../../session/run";
import { hasHost, type Rollout, readRollout } from "./rollout";

/** Time limit for reading prices, so that the reading does not delay the error that names the prices. */
const patienceMs = 5_000;

/** Returns a sentence about the continuing cost of the workers. */
export async function costOfWorkers(run: Run, { cpu }: Endpoint, { all }: Partial<Rollout> = {}): Promise<string> {
  const hosted = all?.filter(hasHost);
  if (hosted?.length === 0) return "No worker has a host yet, so the workers cost nothing.";
  const cost = hosted && (await hourly(run, hosted, cpu).catch(() => undefined));
  const most = (cpu?.length ?? 0) > 1 ? "at most " : "";
  const rate = cost === undefined ? "at an unknown rate" : `${most}${dollars(cost)} an hour`;
  return `Until then, its workers cost money (${rate}). To stop these costs, set workersMin: 0.`;
}

/**
 * Returns the present hourly cost of the endpoint's workers, or `undefined` if RunPod reports no workers or no prices.
 */
export async function hourlyCost(run: Run, { id, cpu }: Endpoint): Promise<number | undefined> {
  const { all } = (await readRollout(run.platform, id, run.signal)) ?? {};
  return all && (await hourly(run, all.filter(hasHost), cpu));
}

/**
 * Adds up the hourly prices of the workers. RunPod does not report a worker's CPUs, so this function uses the price of
 * the most expensive CPU choice.
 */
async function hourly(run: Run, workers: readonly Worker[], cpu: Endpoint["cpu"]): Promise<number | undefined> {
  const { clock, platform } = run;
  const priceOf = await withDeadline(clock, patienceMs, async (signal) => {
    if (cpu === undefined) {
      const prices = new Map(
        (await platform.catalog.gpuTypes({ signal })).map(({ id, price }) => [id, price.serverless]),
      );
      return ({ gpuTypeId, gpuCount }: Worker) => (prices.get(gpuTypeId ?? "") ?? Number.NaN) * gpuCount;
    }
    const types = await platform.catalog.cpuTypes({ signal });
    const prices = new Map(types.map(({ id, price }) => [id, price.serverlessPerVcpu]));
    const dearest = Math.max(...cpu.map(({ id, vcpuCount }) => (prices.get(id) ?? Number.NaN) * vcpuCount));
    return () => dearest;
  });
  const sum = workers.reduce((total, worker) => total + priceOf(worker), 0);
  return Number.isNaN(sum) ? undefined : sum;
}
