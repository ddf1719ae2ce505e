import { locationsOf, type Stacks } from "../flags/locations";
import type { Progress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { placeOf } from "../stack/stack";
import { outsideStacks } from "./accounts";
import { type Compared, compare } from "./compare";
import { type DriftReport, resultOf } from "./report";

export interface DriftOptions extends Stacks {
  /** Whether everything that the program leaves out counts as drift when it was changed. */
  readonly strict: boolean;
  readonly unmanaged: boolean;
  readonly volumes: Readonly<Record<string, number>>;
}

/** Compares all stacks, one after the other: they share the account's budget of requests. */
export async function driftReportOf(
  options: DriftOptions,
  context: CommandContext,
  progress: Progress,
): Promise<DriftReport> {
  const compared: Compared[] = [];
  for (const location of locationsOf(options)) {
    progress.update(`comparing ${placeOf(location)}`);
    compared.push(await compare(location, context, options.strict));
  }
  if (options.unmanaged) progress.update("listing what no stack holds");
  const outside = options.unmanaged ? await outsideStacks(compared, context, options.volumes) : {};
  const report = {
    version: 1,
    checkedAt: new Date(context.clock.now()).toISOString(),
    stacks: compared.map((one) => one.drift),
    ...outside,
  } as const;
  return { ...report, result: resultOf(report) };
}
