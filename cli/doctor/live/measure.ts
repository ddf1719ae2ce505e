import type { Clock, ExchangeReport, RawCall } from "../../../client";
import { asCalled } from "../../../kernel/as-called";
import { withTimeout } from "../../../kernel/clock";
import { messageOf } from "../../../kernel/plain-text";
import { VERSION } from "../../../kernel/version";
import type { Settings } from "../../../provider/settings/read-settings";
import { readTimeScale } from "../../../provider/settings/settings";
import { type Doing, deleteLeftovers, Ledger, leftovers, type Made, nameOf } from "../../assumptions/ledger";
import { costs, LONGEST_PROBE_MS, type Measurement, notTried, type Probe } from "../../assumptions/probe";
import { sentenceOf } from "../../context/attempt";
import type { CommandContext } from "../../context/context";
import { onAccount } from "../../stack/connection";
import type { LiveReport, ProbeFacts } from "../report";

/**
 * Adds up the highest costs of the probes. Only one pod exists at a time, because Podwright deletes each pod before it
 * creates the next.
 */
export function costOf(probes: readonly Probe[]): number {
  return Math.round(probes.reduce((sum, { creates }) => sum + costs[creates], 0) * 100) / 100;
}

export interface MeasureOptions {
  readonly probes: readonly Probe[];
  readonly settings: Settings;
  readonly deadlineMs: number;
  readonly onStep: (what: string) => void;
  readonly onExchange?: OnExchange | undefined;
}

/** Receives every request with its response, and the probe that sent it. */
export type OnExchange = (exchange: ExchangeReport, probe: string) => void;

/** Tells RunPod that a probe sent the request, because some requests of probes are wrong on purpose. */
const USER_AGENT = `podwright-doctor/${VERSION}`;

/** Time limit for the deletions. RunPod needs time to release items in use. */
const CLEAN_UP_MS = 600_000;

/** Runs each probe. Deletes the items of a probe before the next probe, and checks that no item is left. */
export async function measure(options: MeasureOptions, context: CommandContext): Promise<LiveReport> {
  const { probes, settings, deadlineMs, onStep } = options;
  const timeScale = readTimeScale(context.env);
  let step = BEFORE;
  const onExchange = (exchange: ExchangeReport) => options.onExchange?.(exchange, step);
  return await onAccount({ ...settings, userAgent: USER_AGENT, onExchange }, context, async (platform) => {
    const before = await leftovers({ platform, signal: context.signal });
    const { clock } = context;
    const deadline = clock.now() + deadlineMs;
    const results: ProbeFacts[] = [];
    const left: string[] = [];
    for (const probe of probes) {
      const reason = context.signal.aborted ? "interrupted" : clock.now() >= deadline ? LATE : undefined;
      const obstacle = reason ?? (left.length > 0 && probe.creates !== "nothing" ? UNDELETED : undefined);
      if (obstacle !== undefined) {
        results.push(factsOf(probe, notTried(obstacle)));
        continue;
      }
      step = probe.name;
      onStep(step);
      const leftMs = deadline - clock.now();
      const { measurement, left: remaining } = await withTimeout(
        clock,
        Math.min(leftMs, LONGEST_PROBE_MS),
        new Error(leftMs > LONGEST_PROBE_MS ? SLOW : LATE),
        (late) => tried(probe, { platform, clock, timeScale, signal: context.signal }, late),
      );
      results.push(factsOf(probe, measurement));
      left.push(...remaining);
    }
    return {
      highestCost: costOf(probes),
      probes: results,
      left,
      leftBefore: before.map(nameOf),
      interrupted: context.signal.aborted,
    };
  });
}

/** In messages, this text names the time before the probes, when Podwright searches for leftovers of earlier runs. */
const BEFORE = "before the probes";
const LATE = "the deadline of --live had passed";
const SLOW = "the probe exceeded its time limit";
/** Podwright then runs no further probe, which would leave more items and cost more than announced. */
const UNDELETED = "Podwright could not delete the resources of an earlier probe";

async function tried(
  probe: Probe,
  run: Doing,
  late: AbortSignal,
): Promise<{ readonly measurement: Measurement; readonly left: readonly string[] }> {
  const { platform, clock, timeScale } = run;
  const signal = AbortSignal.any([run.signal, late]);
  const ledger = new Ledger({ ...run, signal });
  const call = (raw: RawCall) => platform.surfaces.call(raw, { signal });
  const pause = (ms: number) => clock.sleep(ms * timeScale, signal);
  const measurement = await probe
    .run({ platform, ledger, clock, signal, call, pause })
    .catch((error: unknown): Measurement => {
      if (run.signal.aborted) return notTried("interrupted");
      return notTried(late.aborted ? messageOf(late.reason) : messageOf(error));
    });
  return { measurement, left: probe.creates === "nothing" ? [] : await leftBy(ledger, clock) };
}

/**
 * Deletes the items of a probe, and returns the remaining items. Never throws, because an error would hide the
 * remaining items of other probes.
 */
async function leftBy(ledger: Ledger, clock: Clock): Promise<string[]> {
  try {
    // The deletion does not use the signal of the run, because items of an interrupted run would cost money.
    const left = await withTimeout(clock, CLEAN_UP_MS, new Error("the deletions took too long"), (late) =>
      ledger.cleanUp(late),
    );
    return left.map(nameOf);
  } catch (error) {
    return [
      `the resources whose names begin with ${ledger.prefix} (${sentenceOf(messageOf(error))}; delete them with \`${asCalled("podwright doctor --clean-up")}\`)`,
    ];
  }
}

function factsOf(probe: Probe, measurement: Measurement): ProbeFacts {
  const { name, assumption, touches } = probe;
  return {
    name,
    assumption,
    touches,
    highestCost: costs[probe.creates],
    ...measurement,
    detail: sentenceOf(measurement.detail),
  };
}

/** Finds and deletes the items of killed runs. */
export async function cleanUp(
  settings: Settings,
  context: CommandContext,
  approve: (found: readonly Made[]) => Promise<boolean>,
): Promise<{ readonly found: readonly Made[]; readonly left: readonly Made[] }> {
  const timeScale = readTimeScale(context.env);
  return await onAccount(settings, context, async (platform) => {
    const doing = { platform, clock: context.clock, timeScale, signal: context.signal };
    const found = await leftovers(doing);
    if (found.length === 0 || !(await approve(found))) return { found, left: found };
    return { found, left: await deleteLeftovers(doing) };
  });
}
