import type { EndpointHealth, GpuType, Platform } from "../../../client";
import { recorded } from "../evidence";
import { asAssumed, different, notTried, type Probe, type ProbeRun, readUntil } from "../probe";

/** Highest price of a worker in US dollars per hour, if RunPod gets the hardware while the probe runs. */
const HIGHEST_RATE = 0.9;

/** Returns the `gpuIds` that select only the cheapest GPU type that RunPod has sold out. */
async function soldOut(platform: Platform, signal: AbortSignal): Promise<string | undefined> {
  const types = await platform.catalog.gpuTypes({ availability: { product: "SERVERLESS" }, signal });
  const rate = ({ price }: GpuType) => price.serverless ?? Number.POSITIVE_INFINITY;
  const scarce = types.filter(
    (type) => type.availability === "NONE" && type.pool !== null && rate(type) <= HIGHEST_RATE,
  );
  const [cheapest] = scarce.sort((a, b) => rate(a) - rate(b));
  if (cheapest === undefined) return undefined;
  const others = types.filter(({ id, pool }) => pool === cheapest.pool && id !== cheapest.id);
  return [cheapest.pool, ...others.map(({ id }) => `-${id}`)].join(",");
}

/** Whether RunPod found a host for a worker, which then costs money. */
const hasHost = ({ workers: { idle, initializing, ready, running } }: EndpointHealth): boolean =>
  [idle, initializing, ready, running].some((number) => (number ?? 0) > 0);

export const workerProbes: readonly Probe[] = [
  {
    name: "throttled-at-rest",
    assumption:
      "After `workersMax` 0, the list of workers shows no throttled worker, although `/health` may still count a worker that no longer exists",
    evidence: [recorded("30")],
    touches:
      "provider/kinds/serverless-endpoint/activity.ts: a drain does not wait for throttled workers that only `/health` counts",
    creates: "a worker",
    async run(run: ProbeRun) {
      const { ledger, platform, signal } = run;
      const gpuIds = await soldOut(platform, signal);
      if (gpuIds === undefined)
        return notTried(
          `RunPod has sold out no GPU type that costs at most $${HIGHEST_RATE.toFixed(2)} an hour. Run the probe again when it has`,
        );
      const id = await ledger.endpoint((await ledger.template()).id, ", workersMin: 0, workersMax: 1", gpuIds);
      const health = () => platform.jobs.health(id, { signal });
      const throttled = ({ workers }: EndpointHealth) => workers.throttled ?? 0;
      await platform.jobs.run(id, { n: 1 }, { signal });
      const before = await readUntil(run, {
        first: await health(),
        read: health,
        isEnough: (seen) => throttled(seen) > 0 || hasHost(seen),
      });
      const endpoint = await platform.endpoints.get(id, { signal });
      await platform.endpoints.update(id, { ...endpoint, workersMax: 0 }, { signal });
      await platform.jobs.purgeQueue(id, { signal });
      if (throttled(before.found) === 0) return notTried("RunPod throttled no worker within a minute");
      const { found, missed } = await readUntil(run, {
        first: await health(),
        read: health,
        isEnough: (seen) => throttled(seen) === 0,
      });
      if (throttled(found) === 0) return asAssumed(`/health counts no throttled worker after ${missed} reads`);
      const { summary } = await platform.workers.list(id, { signal });
      const seen = `a minute later, /health counts ${throttled(found)} and the list of workers shows ${summary.total}`;
      return summary.total === 0 ? asAssumed(seen) : different(seen);
    },
  },
];
