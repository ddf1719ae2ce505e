import { readSettings } from "../../../provider/settings/read-settings";
import { nameOf } from "../../assumptions/ledger";
import { costs, type Probe } from "../../assumptions/probe";
import { probes } from "../../assumptions/probes/probes";
import type { CommandContext } from "../../context/context";
import { Ending, exitCodes } from "../../context/exit-codes";
import { confirm } from "../../flags/confirm";
import type { Printer } from "../../flags/output";
import { UsageError } from "../../flags/usage-error";
import { dollars as dollarText } from "../../output/money";
import { withProgress } from "../../output/progress";
import type { StackLocation } from "../../stack/place";
import { configurationAt, type Examination } from "../doctor";
import type { DoctorReport } from "../report";
import { cleanUp, costOf, measure, type OnExchange } from "./measure";

/** Returns the probes with these names, or all probes without a name. */
export function probesNamed(names: readonly string[] | undefined): readonly Probe[] {
  const known = probes.map(({ name }) => name);
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new UsageError(unknown.map((name) => `--probe must be one of ${known.join(", ")}, not ${name}`));
  return probes.filter(({ name }) => names === undefined || names.includes(name));
}

interface LiveInputs {
  readonly output: Printer<DoctorReport>;
  readonly maxCost: number;
  readonly deadlineMs: number;
  readonly record?: string | undefined;
  readonly yes: boolean;
}

/** Runs the probes after the user has agreed to their cost, and prints the report with their results. */
export async function runProbes(
  chosen: readonly Probe[],
  { report, config }: Examination,
  { output, maxCost, deadlineMs, record, yes }: LiveInputs,
  context: CommandContext,
): Promise<void> {
  const cost = costOf(chosen);
  if (cost > maxCost) {
    throw new Error(
      `the probes may cost ${dollarText(cost)}, which is more than --max-cost ${dollarText(maxCost)}: raise --max-cost, or select probes with --probe`,
    );
  }
  if (!yes && chosen.some(({ creates }) => creates !== "nothing") && !(await confirm(question(chosen), context))) {
    throw new Error("nothing was created");
  }
  const settings = readSettings(config, context.env);
  const measured = async (onExchange?: OnExchange) =>
    await withProgress("measuring", context, (progress, within) =>
      measure({ probes: chosen, settings, deadlineMs, onStep: progress.update, onExchange }, within),
    );
  const live = await (record === undefined
    ? measured()
    : (await import("../recording/recorded.js")).recorded(record, settings, context, measured));
  await output.print({ ...report, live });
  if (live.left.length > 0)
    throw new Ending(exitCodes.obstructed, [`Podwright could not delete ${live.left.join(", ")}`]);
  context.signal.throwIfAborted();
  if (report.result === "obstructed") throw new Ending(exitCodes.obstructed);
  if (live.probes.some(({ result }) => result === "different")) throw new Ending(exitCodes.differs);
}

function question(chosen: readonly Probe[]): string {
  const paid = Object.entries(costs).flatMap(([what, cost]) =>
    cost > 0 && chosen.some(({ creates }) => creates === what) ? [what] : [],
  );
  const what = ["templates", "endpoints", ...paid].join(", ");
  return `Create ${what} on the account for at most ${dollarText(costOf(chosen))}, and delete them?`;
}

/** Deletes the resources of killed runs of probes, after the user has agreed. */
export async function runCleanUp(location: StackLocation, yes: boolean, context: CommandContext): Promise<void> {
  const config = await configurationAt(location, context);
  const approve = async (found: readonly Parameters<typeof nameOf>[0][]) =>
    yes || (await confirm(`Delete ${found.map(nameOf).join(", ")}?`, context));
  const { found, left } = await cleanUp(readSettings(config, context.env), context, approve);
  const deleted = found.filter(({ id }) => !left.some((one) => one.id === id));
  context.print(
    found.length === 0
      ? "There are no leftovers of probes.\n"
      : deleted.map((one) => `deleted ${nameOf(one)}\n`).join(""),
  );
  if (left.length > 0)
    throw new Ending(exitCodes.obstructed, [`Podwright could not delete ${left.map(nameOf).join(", ")}`]);
}
