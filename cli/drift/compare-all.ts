import { someAtOnce } from "../../kernel/some-at-once";
import type { CommandContext } from "../context/context";
import { type Stacks, selectionOf } from "../flags/locations";
import type { Progress } from "../output/progress";
import { everyStackOf } from "../stack/every-stack";
import { placeOf } from "../stack/place";
import { sharingAccounts } from "../stack/shared-accounts";
import { ofStacks } from "../stack/shared-answers";
import { pulumisAtOnce, Stack } from "../stack/stack";
import { outsideStacks } from "./accounts";
import { type Compared, compare, notCompared } from "./comparing/compare";
import { resultOf } from "./findings";
import { heldTwice, holdingsOf } from "./held-twice";
import { lineOn } from "./line";
import type { DriftReport } from "./report";
import { accepting } from "./rules/accept";
import { readRules } from "./rules/files";
import { isSkipped, judged, judgedTwice, judgedUnmanaged } from "./rules/judge";
import type { Threshold } from "./severity";
import { isInShard, type ShardOption } from "./shards/shard";

export interface DriftOptions extends Stacks {
  /** True to count every change of an input that the program leaves out as drift. */
  readonly strict: boolean;
  readonly unmanaged: boolean;
  readonly volumes: Readonly<Record<string, number>>;
  /** File with the rules for all stacks. This file replaces the files beside the projects. */
  readonly rules?: string | undefined;
  /** Replaces the threshold of the rules. */
  readonly failOn?: Threshold | undefined;
  readonly shard?: ShardOption | undefined;
  /** Changes for which this run writes a rule. */
  readonly accept?: readonly string[] | undefined;
}

/** Compares all stacks with one reading of each account and each state. */
export async function driftReportOf(
  options: DriftOptions,
  context: CommandContext,
  progress: Progress,
): Promise<DriftReport> {
  return await sharingAccounts(ofStacks(options, context), (within) => reportOf(options, within, progress));
}

/** Compares a few stacks at a time. The commands of Pulumi only read, so several of them may use one folder. */
async function reportOf(options: DriftOptions, context: CommandContext, progress: Progress): Promise<DriftReport> {
  const { all = false, backend, cwd: roots = ["."], shard, strict, unmanaged, volumes } = options;
  const { locations, unlisted, withoutProgram = [] } = await selectionOf(options, context);
  const rules = await readRules(
    locations.map(({ cwd }) => cwd),
    { given: options.rules, roots },
  );
  const isWhole = all || backend !== undefined;
  const here = locations.filter((one) => shard === undefined || isInShard(one, shard));
  const skipped = here.filter(({ cwd, stack = "" }) => isWhole && isSkipped(stack, rules.of(cwd)));
  const chosen = here.filter((one) => !skipped.includes(one));
  let done = 0;
  const compared = await someAtOnce(chosen, pulumisAtOnce, async (location): Promise<Compared> => {
    if (done === 0) progress.update(`comparing ${placeOf(location)}`);
    const one = await compare(location, context, strict);
    const ruled = { ...one, drift: judged(one.drift, rules.of(location.cwd)) };
    done++;
    if (chosen.length > 1) progress.update(`compared ${done} of ${chosen.length}: ${lineOn(ruled.drift)}`);
    return ruled;
  });
  for (const { cwd, error } of unlisted) {
    const location = { cwd, stack: everyStackOf };
    const failed = notCompared(location, `Podwright could not list the stacks: ${error}`);
    compared.push({ ...failed, location, stack: new Stack(location, context) });
  }
  if (unmanaged) progress.update("listing the resources that no stack manages");
  const outside = unmanaged
    ? await outsideStacks(compared, context, {
        volumes,
        skipped: isWhole ? skipped : undefined,
        isPart: shard !== undefined,
      })
    : undefined;
  const held = holdingsOf(compared);
  const twice = heldTwice(held, outside?.holders ?? new Map());
  const drifts = compared.map((one) => one.drift);
  const stacks = options.accept === undefined ? drifts : await accepting(options.accept, drifts, rules, context);
  const failOn = options.failOn ?? rules.account.failOn;
  const { unmanaged: listed, ...others } = outside?.report ?? {};
  const report = {
    version: 1,
    checkedAt: new Date(context.clock.now()).toISOString(),
    ...(failOn && { failOn }),
    stacks,
    ...(twice.length === 0 ? {} : { heldTwice: twice.map((one) => judgedTwice(one, rules.account)) }),
    ...(listed && { unmanaged: listed.map((one) => judgedUnmanaged(one, rules.account)) }),
    ...others,
    ...(skipped.length === 0 ? {} : { skipped: skipped.map(placeOf) }),
    ...(withoutProgram.length === 0 ? {} : { withoutProgram: withoutProgram.map(placeOf) }),
    ...(shard && { shard: { ...shard, held: [...held, ...(outside?.skippedHoldings ?? [])] } }),
  } as const;
  return { ...report, result: resultOf(report) };
}
