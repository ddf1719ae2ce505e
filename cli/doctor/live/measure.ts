import { type Clock, type Platform, systemClock } from "../../../client";
import { messageOf } from "../../../provider/operations/errors";
import { readTimeScale, type Settings } from "../../../provider/settings";
import { onAccount } from "../../program/connection";
import type { CommandContext } from "../../program/context";
import { version } from "../../program/version";
import type { LiveReport, ProbeFacts } from "../report";
import { deleteLeftovers, Ledger, leftovers, type Made, nameOf } from "./ledger";
import type { Measurement, Probe } from "./probe";

/** US dollars that a probe costs at most: a pod for as long as a probe may last. */
export function highestCost({ creates }: Probe): number {
  return creates === "a pod" ? 0.05 : 0;
}

/** However many pods a run needs, each is deleted before the next is created. */
export function costOf(probes: readonly Probe[]): number {
  return Math.round(probes.reduce((sum, probe) => sum + highestCost(probe), 0) * 100) / 100;
}

export interface MeasureOptions {
  readonly probes: readonly Probe[];
  readonly settings: Settings;
  readonly deadlineMs: number;
  readonly onStep: (what: string) => void;
}

/** Some requests of probes are wrong on purpose. */
const USER_AGENT = `podwright-doctor/${version()}`;

/** Cleaning up takes as long as the platform takes to release things. */
const CLEAN_UP_MS = 600_000;

/** Runs each probe, deletes what it created before the next one, and checks that nothing is left. */
export async function measure(options: MeasureOptions, context: CommandContext): Promise<LiveReport> {
  const { probes, settings, deadlineMs, onStep } = options;
  const timeScale = readTimeScale(context.env);
  return await onAccount({ ...settings, userAgent: USER_AGENT }, context, async (platform) => {
    const before = await leftovers({ platform, signal: context.signal });
    const clock = systemClock;
    const deadline = clock.now() + deadlineMs;
    const results: ProbeFacts[] = [];
    const left: Made[] = [];
    for (const probe of probes) {
      if (context.signal.aborted || clock.now() >= deadline) {
        results.push(factsOf(probe, { result: "not-tried", detail: context.signal.aborted ? "interrupted" : LATE }));
        continue;
      }
      onStep(probe.name);
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(Math.ceil(deadline - clock.now()))]);
      const { measurement, left: remaining } = await tried(probe, { platform, clock, timeScale, signal });
      results.push(factsOf(probe, measurement));
      left.push(...remaining);
    }
    return {
      highestCost: costOf(probes),
      probes: results,
      left: left.map(nameOf),
      leftBefore: before.map(nameOf),
      interrupted: context.signal.aborted,
    };
  });
}

const LATE = "the deadline had passed";

interface Trying {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly signal: AbortSignal;
}

async function tried(
  probe: Probe,
  { platform, clock, timeScale, signal }: Trying,
): Promise<{ readonly measurement: Measurement; readonly left: readonly Made[] }> {
  const ledger = new Ledger({ platform, clock, timeScale, signal });
  const call = (raw: Parameters<Platform["surfaces"]["call"]>[0]) => platform.surfaces.call(raw, { signal });
  let measurement: Measurement;
  try {
    measurement = await probe.run({ platform, ledger, clock, timeScale, signal, call });
  } catch (error) {
    measurement = {
      result: "not-tried",
      detail: signal.aborted ? "interrupted, or past the deadline" : messageOf(error).replace(/\.$/, ""),
    };
  }
  if (probe.creates === "nothing") return { measurement, left: [] };
  // Not by the run's own signal: what an interruption leaves would cost money.
  return { measurement, left: await ledger.cleanUp(AbortSignal.timeout(CLEAN_UP_MS)) };
}

function factsOf(probe: Probe, measurement: Measurement): ProbeFacts {
  const { name, assumption, touches } = probe;
  return { name, assumption, touches, highestCost: highestCost(probe), ...measurement };
}

/** Finds what runs that were killed left, and deletes it. */
export async function cleanUp(
  settings: Settings,
  context: CommandContext,
  approve: (found: readonly Made[]) => Promise<boolean>,
): Promise<{ readonly found: readonly Made[]; readonly left: readonly Made[] }> {
  const timeScale = readTimeScale(context.env);
  return await onAccount(settings, context, async (platform) => {
    const doing = { platform, clock: systemClock, timeScale, signal: context.signal };
    const found = await leftovers(doing);
    if (found.length === 0 || !(await approve(found))) return { found, left: found };
    return { found, left: await deleteLeftovers(doing) };
  });
}
