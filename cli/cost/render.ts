import { Output } from "../flags/output";
import { code } from "../output/markdown";
import { hoursPerMonth, moneyFormat, roundMoney } from "../output/money";
import { note, type Report, type ReportColumn, type Section } from "../output/report";
import { headingOf, placeOf } from "../stack/place";
import { discountSentence } from "./discount";
import { type Against, type CostReport, missingIn, type Rates, type ResourceCost, type StackCost } from "./report";

export const costOutput = new Output<CostReport>("report", { report: costText });

/**
 * Renders a table for each stack, then the comparison with another report, then notes on the preview and on missing
 * costs.
 */
export function costText(report: CostReport): Report {
  const failed = report.stacks.some(({ error }) => error !== undefined);
  const verdict = [
    report.budget?.over === true ? (report.budget.certain ? ": over the budget" : ": perhaps over the budget") : "",
    failed ? ": not all stacks could be previewed" : "",
  ];
  return {
    title: `Cost${verdict.join("")}`,
    summary: summaryOf(report),
    stacks: [...(report.stacks.length > 1 ? [allStacks(report)] : []), ...report.stacks.map(sectionOf)],
    closing: [
      ...(report.against === undefined
        ? []
        : [againstSection(report.against, isCompared(report.against, report.stacks))]),
      ...notesOf(report).map((remark) => ({ blocks: [note(remark)] })),
    ],
  };
}

/** Renders a row for each stack, before the tables of the stacks. */
function allStacks({ stacks, perHour }: CostReport): Section {
  const amounts = amountsIn(stacks);
  const costs = stacks.map(({ error, perHour: known, resources }) => {
    const missing = unknownIn(resources);
    return { perHour: known, unknown: error ?? missing.unknown, unknownNow: error ?? missing.unknownNow };
  });
  const resources = stacks.map((stack, index) => {
    const { [index]: cost = { perHour: stack.perHour } } = costs;
    return { name: placeOf(stack), kind: "stack", cells: [actionsIn(stack), ...amounts(cost)] };
  });
  const heading = { title: "All stacks", markdown: "All stacks" };
  return { heading, blocks: [{ columns, resources, total: ["", ...amounts({ perHour, ...unknownIn(costs) })] }] };
}

type Unknown = Pick<ResourceCost, "unknown" | "unknownNow">;

/** Returns the first reasons why a sum of these costs is not the whole sum. */
function unknownIn(costs: readonly Unknown[]): Unknown {
  return {
    unknown: costs.find(({ unknown }) => unknown !== undefined)?.unknown,
    unknownNow: costs.find(({ unknownNow }) => unknownNow !== undefined)?.unknownNow,
  };
}

/** Counts the planned actions, such as `2 create, 1 replace`. */
function actionsIn({ error, resources, withoutProgram }: StackCost): string {
  if (error !== undefined) return "not previewed";
  if (withoutProgram) return "no program";
  const changed = resources.map(({ action }) => action).filter((action) => action !== "same");
  const counts = [...new Set(changed)].map((action) => `${changed.filter((one) => one === action).length} ${action}`);
  return counts.length === 0 ? "same" : counts.join(", ");
}

function againstSection(against: Against, areCompared: boolean): Section {
  const { previewedAt, changes, missing, failed = [], ref, commits = [], file = ref ?? "" } = against;
  const runs = changes.flatMap(({ once: run }) => run ?? []);
  const money = moneyFormat(changes.flatMap(({ before, after }) => [before, after].flatMap(amountsLater)));
  const once = moneyFormat(runs.flatMap(({ before, after }) => [before, after]));
  const signedIn = (format: typeof money) => (amount: number) =>
    amount > 0 ? `+${format(amount)}` : amount < 0 ? `-${format(-amount)}` : format(0);
  const [signed, signedOnce] = [signedIn(money), signedIn(once)];
  const difference = (rate: "atRest" | "atMost") =>
    roundMoney(changes.reduce((sum, { before, after }) => sum + (after?.[rate] ?? 0) - (before?.[rate] ?? 0), 0));
  const moreOnce = roundMoney(runs.reduce((sum, { before, after }) => sum + after - before, 0));
  const tasks = runs.length === 0 ? "" : `; tasks ${signedOnce(moreOnce)} once at most`;
  const verdict =
    changes.length === 0
      ? areCompared
        ? "the same cost"
        : "no stack was compared"
      : `${signed(difference("atRest"))} an hour at rest, ${signed(difference("atMost"))} at most; ${signed(difference("atRest") * hoursPerMonth)} a month at rest${tasks}`;
  const resources = changes.map(({ stack, name, kind, before: then, after, once: run }) => {
    if (run !== undefined) {
      const cells = [once(run.before), once(run.after), signedOnce(run.after - run.before)].map(
        (cell) => `${cell} once`,
      );
      return { name, kind, cells: [stack, ...cells, ""] };
    }
    const [from, to] = [then?.atRest ?? 0, after?.atRest ?? 0];
    const most = (after?.atMost ?? 0) - (then?.atMost ?? 0);
    return { name, kind, cells: [stack, money(from), money(to), signed(to - from), signed(most)] };
  });
  const right = ["Then/h", "Rest/h", "Change/h", "Change of most/h"].map((title) => ({
    title,
    align: "right" as const,
  }));
  const version =
    ref === undefined ? `of ${previewedAt}` : `at ${commits.map((hash) => hash.slice(0, 12)).join(" and ")}`;
  const notes = ref === undefined ? notesOnReport(missing) : notesOnCommit(ref, missing);
  return {
    heading: { title: `Compared with ${file} ${version}`, markdown: `Compared with ${code(file)} ${version}` },
    verdict: [verdict],
    blocks: [
      ...(resources.length === 0 ? [] : [{ columns: [{ title: "Stack" }, ...right], resources }]),
      ...failed.map(({ stack, error }) => ({
        remark: `${stack} at ${file}: ${error}. The difference leaves this stack out.`,
        label: "not previewed",
        style: "error" as const,
      })),
      ...notes.map(note),
    ],
  };
}

function isCompared({ failed = [] }: Against, stacks: readonly StackCost[]): boolean {
  return stacks.filter(({ error }) => error === undefined).length > failed.length;
}

function amountsLater(rates: Rates | null): number[] {
  return rates === null ? [] : [rates.atRest, rates.atMost];
}

function notesOnReport(missing: readonly string[]): string[] {
  return missing.length === 0
    ? []
    : [`The other report does not contain ${missing.join(", ")}. The comparison counts 0 for each missing stack.`];
}

function notesOnCommit(ref: string, missing: readonly string[]): string[] {
  return [
    `Podwright previewed the program of ${ref} with the stack settings of ${ref}. Both plans start from the current state.`,
    ...(missing.length === 0
      ? []
      : [
          `${ref} has no project or no settings file for ${missing.join(", ")}. All resources of such a stack count as new.`,
        ]),
  ];
}

const columns: readonly ReportColumn[] = [
  { title: "Action" },
  ...["Now/h", "Rest/h", "Most/h", "Rest/month", "Most/month"].map((title) => ({ title, align: "right" as const })),
];

function sectionOf(stack: StackCost): Section {
  const { resources, error, perHour } = stack;
  const heading = headingOf(stack);
  if (error !== undefined) return { heading, verdict: [["error", "not previewed:"], ` ${error}`] };
  if (resources.length === 0) return { heading, verdict: ["no resource with an hourly cost"] };
  const amounts = amountsIn(resources);
  const rows = resources.map(({ name, kind, action, ...cost }) => ({ name, kind, cells: [action, ...amounts(cost)] }));
  return {
    heading,
    blocks: [{ columns, resources: rows, total: ["", ...amounts({ perHour, ...unknownIn(resources) })] }],
  };
}

/**
 * Formats the costs of one resource or of all resources: per hour now, at rest and at most, then per month at rest and
 * at most.
 */
function amountsIn(resources: readonly Pick<ResourceCost, "perHour">[]) {
  const money = moneyFormat(resources.flatMap((one) => Object.values(one.perHour)));
  const part = (cell: string, amount: number) => (amount === 0 ? "unknown" : `${cell} + ?`);
  return ({
    perHour,
    once,
    unknown,
    unknownNow,
  }: Pick<ResourceCost, "perHour" | "once" | "unknown" | "unknownNow">) => {
    const { now, atRest, atMost } = perHour;
    const run = once && `${moneyFormat([once.atMost])(once.atMost)} once`;
    const later = [money(atRest), run ?? money(atMost), perMonth(atRest), run ?? perMonth(atMost)];
    return [
      unknownNow === undefined ? money(now) : part(money(now), now),
      ...(unknown === undefined ? later : later.map((cell) => part(cell, atMost))),
    ];
  };
}

/** Describes the difference that the update makes, in one or two sentences. */
function summaryOf({ perHour: { now, atRest, atMost }, once, unknown, stacks, budget }: CostReport): string {
  if (stacks.every(({ error }) => error !== undefined))
    return "Podwright could not preview any stack, so the report has no costs.";
  const money = moneyFormat([now, atRest, atMost]);
  const change = atRest - now;
  const difference =
    change === 0 ? "the same as now" : `${money(Math.abs(change))} ${change > 0 ? "more" : "less"} than now`;
  const most = atMost === atRest ? "" : ` and at most ${money(atMost)}`;
  const runs = once === undefined ? "" : ` Tasks cost at most ${moneyFormat([once.atMost])(once.atMost)} once.`;
  const missing = missingIn(stacks);
  const start =
    unknown.length === 0 && missing === undefined
      ? "After the update, the cost is"
      : "After the update, the known cost is";
  const verdict = budget === undefined ? "" : ` ${verdictOn(budget, missing)}`;
  return `${start} ${money(atRest)} an hour at rest (${difference})${most}.${runs}${verdict}`;
}

/** Says whether the known costs are within the budget. */
export function verdictOn(
  { perHour, perMonth: limit, over, certain }: NonNullable<CostReport["budget"]>,
  missing: string | undefined,
): string {
  const amount = limit ?? perHour;
  const budget = `the budget of ${moneyFormat([amount])(amount)} ${limit === undefined ? "an hour" : "a month"}`;
  if (over && certain) return `That is over ${budget}.`;
  if (missing === undefined) return `That is within ${budget}.`;
  const may = `That is within ${budget}; the total may exceed it ${missing}.`;
  return over ? `${may} An unknown cost counts as over the budget, unless you add --allow-unknown-prices.` : may;
}

/** Returns notes on the preview, on missing costs, and on the jobs of deleted endpoints. */
function notesOf({ stacks, refreshed }: CostReport): string[] {
  const compared = refreshed
    ? "The preview compares the program with RunPod, as `pulumi up --refresh` does."
    : "The preview compares the program with the state, as `pulumi up` does. With --refresh, it compares with RunPod, as `pulumi up --refresh` does.";
  return [compared, ...stacks.flatMap((stack) => missingOf(stack, stacks.length))];
}

const notSubtracted =
  "The costs of endpoints do not include this discount, because RunPod does not document how the factor changes a price.";

function missingOf(stack: StackCost, stacks: number): string[] {
  const of = stacks === 1 ? "" : `${placeOf(stack)}, `;
  const { resources, serverlessDiscount, withoutProgram } = stack;
  const discount = serverlessDiscount && `${of}${discountSentence(serverlessDiscount, notSubtracted)}`;
  const missing = resources.flatMap(({ name, unknown, unknownNow, assumed, jobs }) => {
    const now = unknownNow === unknown || unknownNow === undefined ? [] : [`${of}${name} now: ${unknownNow}`];
    return [...now, ...[unknown, assumed, jobs].flatMap((why) => (why === undefined ? [] : [`${of}${name}: ${why}`]))];
  });
  const orphan = `No folder here has the project of ${placeOf(stack)}, so its cost stays. Delete the stack, or set --cwd to the folder of its program.`;
  return [...(withoutProgram ? [orphan] : []), ...missing, ...(discount === undefined ? [] : [discount])];
}

function perMonth(perHour: number): string {
  const amount = perHour * hoursPerMonth;
  return moneyFormat([amount])(amount);
}
