import type { Clock, RawCall } from "../../../client";
import { withTimeout } from "../../../client/clock";
import { messageOf } from "../../../provider/operations/errors";
import type { Settings } from "../../../provider/settings/read-settings";
import { readTimeScale } from "../../../provider/settings/settings";
import { sentenceOf } from "../../program/attempt";
import { onAccount } from "../../program/connection";
import type { CommandContext } from "../../program/context";
import { version } from "../../program/version";
import type { LiveReport, ProbeFacts } from "../report";
import { type Doing, deleteLeftovers, Ledger, leftovers, type Made, nameOf } from "./ledger";
import { costs, type Measurement, notTried, type Probe } from "./probe";

/** However many pods a run needs, each is deleted before the next is created. */
export function costOf(probes: readonly Probe[]): number {
  return Math.round(probes.reduce((sum, { creates }) => sum + costs[creates], 0) * 100) / 100;
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
      onStep(probe.name);
      const { measurement, left: remaining } = await withTimeout(
        clock,
        deadline - clock.now(),
        new Error(LATE),
        (late) => tried(probe, { platform, clock, timeScale, signal: AbortSignal.any([context.signal, late]) }),
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

const LATE = "the deadline had passed";
/** Each would leave more, and cost more than was announced. */
const UNDELETED = "what an earlier probe created could not be deleted";

async function tried(
  probe: Probe,
  doing: Doing,
): Promise<{ readonly measurement: Measurement; readonly left: readonly string[] }> {
  const { platform, clock, timeScale, signal } = doing;
  const ledger = new Ledger(doing);
  const call = (raw: RawCall) => platform.surfaces.call(raw, { signal });
  const pause = (ms: number) => clock.sleep(ms * timeScale, signal);
  const measurement = await probe
    .run({ platform, ledger, clock, signal, call, pause })
    .catch((error: unknown): Measurement => {
      return notTried(signal.aborted ? "interrupted, or past the deadline" : messageOf(error));
    });
  return { measurement, left: probe.creates === "nothing" ? [] : await leftBy(ledger, clock) };
}

/** Deletes what a probe created, and says what is left. Throws nothing: that would hide what other probes left. */
async function leftBy(ledger: Ledger, clock: Clock): Promise<string[]> {
  try {
    // Not by the run's own signal: what an interruption leaves would cost money.
    const left = await withTimeout(clock, CLEAN_UP_MS, new Error("cleaning up took too long"), (late) =>
      ledger.cleanUp(late),
    );
    return left.map(nameOf);
  } catch (error) {
    return [
      `whatever is named ${ledger.prefix}… (${sentenceOf(messageOf(error))}), which \`podwright doctor --clean-up\` deletes`,
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

/** Finds what runs that were killed left, and deletes it. */
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
