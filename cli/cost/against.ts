import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { messageOf } from "../../kernel/plain-text";
import { attempt, sentenceOf } from "../context/attempt";
import type { CommandContext } from "../context/context";
import { withCheckouts } from "../git/checkouts";
import { commitOf } from "../git/commit";
import { makeFile, reportOf } from "../output/report-file";
import type { Selection } from "../stack/every-stack";
import { placeOf } from "../stack/place";
import { stacksAt } from "./at-commit";
import {
  type Against,
  type CostReport,
  costReport,
  failed,
  type Rates,
  type ResourceCost,
  type StackCost,
  sumOf,
} from "./report";

/** The other costs, for a comparison with the costs in a report. */
export interface Other {
  readonly source: Pick<Against, "file" | "ref" | "commits">;
  readonly previewedAt: string;
  readonly stacks: readonly StackCost[];
}

/**
 * Reads a cost report from a file. Returns `undefined` if the text names a branch, tag or commit. A pull request may add
 * a file with the name of a branch, so only a path or a name that ends with `.json` names a file. An error says how to
 * make a report.
 */
export async function reportIn(file: string, folder: string, context: CommandContext): Promise<Other | undefined> {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  if (!isPath.test(file)) {
    const commit = await attempt(() => commitOf(file, folder, context), context.signal);
    if ("value" in commit)
      throw new Error(
        `${file} is both a file and a branch, tag or commit: write ./${file} for the file, or the hash ${commit.value.hash} for the commit`,
      );
    if (!file.endsWith(".json"))
      throw new Error(
        `${file} is a file, and it may also be a branch that this clone lacks: write ./${file} for the file, or fetch the branch`,
      );
  }
  const line = "podwright cost --output json";
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new Error(`Podwright cannot read ${file} (${sentenceOf(messageOf(error))}): ${makeFile(file, line)}`);
  });
  return { source: { file }, ...reportOf(text, file, { schema: costReport, command: "podwright cost", line }) };
}

/** Matches a text that git accepts as no branch. */
const isPath = /^(\.{0,2}[\\/]|[A-Za-z]:[\\/])/;

/**
 * Previews the stacks of a selection twice: with the programs of the working tree, and with the programs of another
 * commit.
 */
export async function plansWith(
  ref: string,
  selection: Selection,
  context: CommandContext,
  costs: (selection: Selection) => Promise<readonly StackCost[]>,
): Promise<{ readonly stacks: StackCost[]; readonly other: Other }> {
  return await withCheckouts(context, async (checkouts) => {
    const { commits, stacks: found } = await stacksAt(ref, selection.locations, checkouts, context);
    const there = found.flatMap((one) => (one !== undefined && "location" in one ? one.location : []));
    const all = await costs({ ...selection, locations: [...selection.locations, ...there] });
    const own = selection.locations.length;
    const previewed = all.slice(own, own + there.length).values();
    const stacks = found.flatMap((one, index): StackCost[] => {
      const { cwd = ".", stack = null } = all[index] ?? {};
      if (one === undefined) return [];
      if ("error" in one) return [failed({ cwd, stack }, one.error)];
      const [cost = failed({ cwd, stack }, "")] = previewed;
      const error = cost.error === undefined ? {} : { error: checkouts.named(cost.error, ref) };
      return [{ ...cost, cwd, stack, ...error }];
    });
    const source = { ref, commits: commits.map(({ hash }) => hash) };
    const previewedAt = new Date(context.clock.now()).toISOString();
    return { stacks: [...all.slice(0, own), ...all.slice(own + there.length)], other: { source, previewedAt, stacks } };
  });
}

/**
 * Compares the costs of the stacks in this report with the other costs. Ignores stacks that only the other costs
 * contain.
 */
export function differenceFrom({ source, previewedAt, stacks: others }: Other, report: CostReport): Against {
  const before = new Map(others.map((stack) => [placeOf(stack), stack]));
  // If Podwright could not preview a stack, its resources must count neither as a saving nor as new.
  // A stack without a program has no plan here or there, and its cost stays.
  const known = report.stacks.filter(({ error, withoutProgram }) => error === undefined && withoutProgram !== true);
  const failures = known.flatMap((stack) => {
    const { error } = before.get(placeOf(stack)) ?? {};
    return error === undefined ? [] : [{ stack: placeOf(stack), error }];
  });
  const compared = known.filter((stack) => before.get(placeOf(stack))?.error === undefined);
  return {
    ...source,
    previewedAt,
    perHour: sumOf(compared.flatMap((stack) => before.get(placeOf(stack))?.perHour ?? [])),
    changes: compared.flatMap((stack) => changesOf(stack, before.get(placeOf(stack)))),
    missing: compared.map(placeOf).filter((place) => !before.has(place)),
    ...(failures.length > 0 && { failed: failures }),
  };
}

function changesOf(stack: StackCost, earlier: StackCost | undefined): Against["changes"] {
  const [then, now] = [earlier?.resources ?? [], stack.resources].map(
    (resources) => new Map(resources.map((one) => [one.urn, one])),
  );
  const urns = [...new Set([...(then?.keys() ?? []), ...(now?.keys() ?? [])])];
  return urns.flatMap((urn) => {
    const [old, next] = [then?.get(urn), now?.get(urn)];
    const known = next ?? old;
    const [from, to] = [laterIn(old), laterIn(next)];
    const [before, after] = [runIn(old), runIn(next)];
    if (known === undefined || (isSame(from, to) && before === after)) return [];
    const { name, kind } = known;
    const run = before === after ? {} : { once: { before, after } };
    return [{ stack: placeOf(stack), name, kind, urn, before: from, after: to, ...run }];
  });
}

/** Returns the costs after the update, or `null` if the resource does not exist then. */
function laterIn(resource: ResourceCost | undefined): Rates | null {
  return resource === undefined || resource.action === "delete" ? null : resource.perHour;
}

/** Returns the most that the run of a task costs, or 0 without a run. */
function runIn(resource: ResourceCost | undefined): number {
  return resource === undefined || resource.action === "delete" ? 0 : (resource.once?.atMost ?? 0);
}

function isSame(from: Rates | null, to: Rates | null): boolean {
  return from?.atRest === to?.atRest && from?.atMost === to?.atMost;
}
