import type { CommandContext } from "../context/context";
import { someAtOnce } from "../context/some-at-once";
import { locationsOf, type Stacks } from "../flags/locations";
import type { Progress } from "../output/progress";
import { placeOf } from "../stack/stack";
import { outsideStacks } from "./accounts";
import { compare } from "./compare";
import { heldTwice } from "./held-twice";
import { lineOn } from "./line";
import { type DriftReport, resultOf } from "./report";

export interface DriftOptions extends Stacks {
  /** Whether every change of an input that the program leaves out counts as drift. */
  readonly strict: boolean;
  readonly unmanaged: boolean;
  readonly volumes: Readonly<Record<string, number>>;
}

/** An engine and its plugin take a core and some 400 MB; the stacks share the account's budget of requests. */
const mostAtOnce = 4;

/** Compares all stacks, a few at a time: each command of Pulumi only reads, so several may work on one folder. */
export async function driftReportOf(
  options: DriftOptions,
  context: CommandContext,
  progress: Progress,
): Promise<DriftReport> {
  const locations = locationsOf(options);
  let done = 0;
  const compared = await someAtOnce(locations, mostAtOnce, async (location) => {
    if (done === 0) progress.update(`comparing ${placeOf(location)}`);
    const one = await compare(location, context, options.strict);
    done++;
    if (locations.length > 1) progress.update(`compared ${done} of ${locations.length}: ${lineOn(one.drift)}`);
    return one;
  });
  if (options.unmanaged) progress.update("listing the resources that no stack manages");
  const outside = options.unmanaged ? await outsideStacks(compared, context, options.volumes) : undefined;
  const twice = heldTwice(compared, outside?.holders ?? new Map());
  const report = {
    version: 1,
    checkedAt: new Date(context.clock.now()).toISOString(),
    stacks: compared.map((one) => one.drift),
    ...(twice.length === 0 ? {} : { heldTwice: twice }),
    ...outside?.report,
  } as const;
  return { ...report, result: resultOf(report) };
}
