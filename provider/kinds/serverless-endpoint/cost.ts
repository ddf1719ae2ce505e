import { dollars } from "../../../client/values/money";
import type { Run } from "../../operations/run";
import { withDeadline } from "../../waiting/deadline";
import type { Rollout } from "./rollout";

/** Reading the prices must not hold up the error they belong to. */
const patienceMs = 5_000;

/** What the workers cost while nobody acts, as a sentence. One without a host costs nothing. */
export async function costOfWorkers(run: Run, { all }: Partial<Rollout> = {}): Promise<string> {
  const hosted = all?.filter(({ status }) => status !== "THROTTLED");
  if (hosted?.length === 0) return "No worker has a host, so none costs anything yet.";
  const cost = hosted && (await hourly(run, hosted).catch(() => undefined));
  const rate = cost === undefined ? "how much is not known" : `${dollars(cost)} an hour`;
  return `Its workers cost until then, ${rate}; workersMin: 0 ends that.`;
}

async function hourly({ clock, platform }: Run, workers: NonNullable<Rollout["all"]>): Promise<number | undefined> {
  if (workers.some(({ gpuTypeId }) => gpuTypeId === null)) return undefined;
  const types = await withDeadline(clock, patienceMs, (signal) => platform.catalog.gpuTypes({ signal }));
  const prices = new Map(types.map(({ id, price }) => [id, price.serverless]));
  const costs = workers.map(({ gpuTypeId, gpuCount }) => (prices.get(String(gpuTypeId)) ?? Number.NaN) * gpuCount);
  const sum = costs.reduce((total, cost) => total + cost, 0);
  return Number.isNaN(sum) ? undefined : sum;
}
