import { asCalled } from "../../kernel/as-called";
import { formatDuration, unitMs } from "../../kernel/duration";
import { Output } from "../flags/output";
import { hoursPerMonth, moneyFormat, sumText } from "../output/money";
import { type Block, note, type Report, type ReportColumn, type Section } from "../output/report";
import { counted } from "../output/text";
import { headingOf, placeOf } from "../stack/place";
import { counts, findingsOf } from "./findings";
import { annotationsOf } from "./formats/annotations";
import { junitOf } from "./formats/junit";
import { sarifOf } from "./formats/sarif";
import { lineOn, namesOf, severity, verdictOn } from "./line";
import type { DriftReport, ResourceDrift, StackDrift, UndeclaredChange, Unmanaged } from "./report";

export const driftOutput = new Output<DriftReport>("report", {
  report: driftText,
  others: { junit: junitOf, sarif: sarifOf, github: annotationsOf },
});

/** Renders a table for each stack, then the resources that no stack manages. */
export function driftText(report: DriftReport): Report {
  const { result, stacks, unmanaged, unmanagedError, heldTwice = [], stacksNotRead = [] } = report;
  const others = notComparedSentence(report);
  const blocks: Block[] = [
    ...heldTwice.filter(counts).map(({ kind, id, holders, forget }) => ({
      remark: `${holders.join(" and ")} manage the same ${kind} ${id}. If one of them deletes or replaces it, the others lose it too. Keep the resource in one state.${forgetting(forget)}`,
      label: "held twice",
      style: "bad" as const,
    })),
    ...(stacksNotRead.length === 0
      ? []
      : [note(`Podwright could not read ${stacksNotRead.join("; ")}. These stacks may manage the listed resources.`)]),
    ...(others === undefined ? [] : [note(others)]),
    ...remarksOn(report).map(note),
    ...(unmanagedError === undefined ? [] : [{ remark: unmanagedError, label: "incomplete", style: "error" as const }]),
  ];
  const titles = {
    "in-sync": "No drift",
    tolerated: `No drift of severity ${report.failOn} or higher`,
    drift: "Drift found",
    error: "Drift check failed",
  };
  // A stack without drift and notes appears only in the overview.
  const shown = stacks.length > 1 ? stacks.filter((one) => !isQuiet(one)) : stacks;
  return {
    isAboutSeveral: stacks.length !== 1,
    overview: overviewOf(report),
    title: titles[result],
    stacks: shown.map(sectionOf),
    closing: [
      ...interruptedSections(report),
      ...(unmanaged === undefined || report.shard !== undefined
        ? []
        : [unmanagedSection(unmanaged.filter(counts), report)]),
      ...blocks.map((block) => ({ blocks: [block] })),
    ],
  };
}

function forgetting(commands: readonly string[]): string {
  if (commands.length === 0) return "";
  const lines = commands.map((line) => `\`${line}\``).join(" or ");
  return ` Each of these commands removes it from one state, and leaves it on RunPod: ${lines}.`;
}

/** Renders the totals, a line for each stack that is not in sync, and the number of resources that no stack manages. */
function overviewOf(report: DriftReport): string[] {
  const { stacks, missingShards = [], shard } = report;
  const failed = stacks.filter(({ error }) => error !== undefined);
  const inSync = stacks.filter((one) => isInSync(one));
  const drifted = stacks.length - failed.length - inSync.length;
  const numbers = [
    drifted > 0 ? `${drifted} with drift` : [],
    failed.length > 0 ? `${failed.length} not compared` : [],
    inSync.length > 0 ? `${inSync.length} in sync` : [],
  ].flat();
  const part = shard === undefined ? "" : `part ${shard.part} of ${shard.parts}, `;
  const unmanaged =
    shard === undefined
      ? report.unmanaged?.filter((one) => counts(one) && one.uncertain !== true && one.heldBy === undefined)
      : undefined;
  const totals = [`${part}${counted(stacks.length, "stack")}`, ...(numbers.length > 0 ? [numbers.join(", ")] : [])];
  return [
    ...(missingShards.length > 0 ? [missingSentence(missingShards)] : []),
    ...(stacks.length === 1 && shard === undefined ? [] : [totals.join(": ")]),
    ...(stacks.length === 1 ? stacks : stacks.filter((one) => !isInSync(one))).map(lineOn),
    ...(inSync.length > 0 && stacks.length > 1
      ? [`in sync: ${namesOf(inSync.map((one) => ({ name: placeOf(one) })))}`]
      : []),
    ...(unmanaged === undefined || unmanaged.length === 0 ? [] : [totalOf(unmanaged)]),
  ];
}

function isInSync(stack: StackDrift): boolean {
  return stack.error === undefined && findingsOf(stack).length === 0;
}

function isQuiet(stack: StackDrift): boolean {
  return isInSync(stack) && stack.notes.length === 0 && stack.undeclared.filter(counts).length === 0;
}

function missingSentence(missing: readonly number[]): string {
  const [last, ...others] = missing.toReversed();
  if (others.length === 0) return `the report of part ${last} is missing, so this report lacks the stacks of that part`;
  return `the reports of parts ${others.toReversed().join(", ")} and ${last} are missing, so this report lacks the stacks of these parts`;
}

/** Describes the findings and stacks that the rules leave out, and resources that other stacks may manage. */
function remarksOn(report: DriftReport): string[] {
  const { skipped = [], withoutProgram = [], shard, unmanaged = [] } = report;
  const ignored = ignoredIn(report);
  return [
    ...(ignored === 0
      ? []
      : [
          `The rules ignore ${counted(ignored, "finding")}: \`--output json\` lists each with \`"severity": "ignore"\`.`,
        ]),
    ...(unmanaged.some(({ uncertain }) => uncertain)
      ? ["A stack that Podwright could not read may manage listed resources, so these resources do not count as drift."]
      : []),
    ...(skipped.length === 0 ? [] : [`The rules leave out ${skipped.join(", ")}.`]),
    ...(withoutProgram.length === 0
      ? []
      : [
          `The backend also has ${counted(withoutProgram.length, "stack")} whose project has no folder here: ${withoutProgram.join(", ")}. ` +
            asCalled("`podwright drift --backend` compares them too."),
        ]),
    ...(shard !== undefined && unmanaged.length > 0
      ? [
          asCalled(
            "Other parts may manage resources that this part does not manage: `podwright drift --merge` lists the resources that no stack manages.",
          ),
        ]
      : []),
  ];
}

function ignoredIn({ stacks, heldTwice = [], unmanaged = [] }: DriftReport): number {
  const resources = stacks.flatMap((stack) => stack.resources);
  const ignored = [
    ...resources.flatMap((one): readonly Pick<ResourceDrift, "severity">[] =>
      one.properties.length === 0 ? [one] : one.properties,
    ),
    ...stacks.flatMap((stack) => stack.undeclared),
    ...[...heldTwice, ...unmanaged],
  ].filter((one) => !counts(one)).length;
  const unfinished = stacks.filter(({ unfinishedSeverity }) => unfinishedSeverity === "ignore");
  return ignored + unfinished.reduce((sum, stack) => sum + stack.unfinished.length, 0);
}

function totalOf(unmanaged: readonly Unmanaged[]): string {
  const { perHour, perMonth } = moneyOf(unmanaged);
  const sum = hourly(unmanaged);
  const [hour, month] = [perHour(sum), perMonth(sum * hoursPerMonth)].map((one) => sumText(one, isPartial(unmanaged)));
  return `in no stack: ${counted(unmanaged.length, "resource")}, ${hour} an hour, ${month} a month`;
}

function isPartial(found: readonly Unmanaged[]): boolean {
  return found.some(({ costPerHour }) => costPerHour === null);
}

function hourly(found: readonly Unmanaged[]): number {
  return found.reduce((total, { costPerHour }) => total + (costPerHour ?? 0), 0);
}

function sectionOf(stack: StackDrift): Section {
  const { notes, error } = stack;
  const resources = stack.resources.filter(counts);
  const undeclared = stack.undeclared.filter(counts);
  const unfinished = stack.unfinishedSeverity === "ignore" ? [] : stack.unfinished;
  const heading = headingOf(stack);
  const remarks: Block[] = [
    ...unfinished.map((remark) => ({ remark, label: "unfinished", style: "bad" as const })),
    ...notes.map(note),
  ];
  if (error !== undefined) return { heading, verdict: [["error", "not compared:"], ` ${error}`], blocks: remarks };
  const drifted: Block[] =
    resources.length === 0 ? [] : [{ columns, resources: gravestFirst(resources).flatMap(rowsOf) }];
  const left = undeclared.length === 0 ? [] : undeclaredBlocks(undeclared);
  return { heading, verdict: verdictOn(stack), blocks: [...drifted, ...left, ...remarks] };
}

const columns: readonly ReportColumn[] = [
  { title: "Drift", as: "strong" },
  ...["Property", "Declared", "In state", "On RunPod"].map((title) => ({ title, as: "code" as const })),
];

/** Puts the most serious resources first, because a truncated comment loses the last rows. */
function gravestFirst(resources: readonly ResourceDrift[]): readonly ResourceDrift[] {
  return resources.toSorted((a, b) => severity.indexOf(a.drift) - severity.indexOf(b.drift));
}

/** Makes one row for each difference. Only the first row of a resource has its name, kind and drift. */
function rowsOf({ name, kind, drift, properties }: ResourceDrift) {
  if (properties.length === 0) return [{ name, kind, cells: [drift, "", "", "", ""] }];
  return properties.filter(counts).map(({ path, secret, declared, state, platform }, index) => {
    const values = [declared, state, platform].map((value) => (secret ? "[secret]" : plain(value)));
    return index === 0
      ? { name, kind, cells: [drift, path, ...values] }
      : { name: "", kind: "", cells: ["", path, ...values] };
  });
}

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Returns the two values of an undeclared change. A secret that appeared or disappeared has only one of them. */
function valuesOf({ secret, state, platform, restore, keep }: UndeclaredChange): string[] {
  if (!secret) return [plain(state), plain(platform)];
  return [restore, keep].map((line) => (line === undefined ? "" : "[secret]"));
}

const undeclaredTitle =
  "These inputs changed outside Pulumi. The program leaves them out, so `pulumi up` does not change them. To keep or revert a change, add its line to the program and run `pulumi up --refresh`. To accept a change without a line in the program, give its name and property to `podwright drift --accept`.";

function undeclaredBlocks(changes: readonly UndeclaredChange[]): Block[] {
  const values = ["Property", "Before", "On RunPod"].map((title) => ({ title, as: "code" as const }));
  const resources = changes.map((change) => {
    const { name, kind, path, drift } = change;
    return { name, kind, cells: [path, ...valuesOf(change), drift ? "yes" : "no"] };
  });
  const lines = changes.map(({ name, restore, keep }) => {
    const ways = [restore && `${restore} reverts the change`, keep && `${keep} keeps the change`];
    return `${name}: ${ways.flatMap((way) => way ?? []).join("; ")}`;
  });
  return [{ text: asCalled(undeclaredTitle) }, { columns: [...values, { title: "Drift" }], resources }, { lines }];
}

const nothingUnmanaged =
  "Every pod, cluster, endpoint, network volume, template, registry credential and secret of the account belongs to a stack.";

/** Names the stacks of the same projects that `drift` did not compare. Returns `undefined` if there are none. */
function notComparedSentence({ stacksNotCompared: stacks = [] }: DriftReport): string | undefined {
  if (stacks.length === 0) return undefined;
  return asCalled(`This run did not compare ${stacks.join(", ")}. \`podwright drift --all\` compares them too.`);
}

/** Formats the amounts per hour and per month. The smallest amount decides the number of digits. */
function moneyOf(found: readonly Pick<Unmanaged, "costPerHour" | "costPerMonth">[]) {
  const format = (key: "costPerHour" | "costPerMonth") => {
    const money = moneyFormat(found.flatMap((one) => one[key] ?? []));
    return (amount: number | null) => (amount === null ? "unknown" : money(amount));
  };
  return { perHour: format("costPerHour"), perMonth: format("costPerMonth") };
}

function unmanagedSection(found: readonly Unmanaged[], { stacks, checkedAt }: DriftReport): Section {
  const now = Date.parse(checkedAt);
  const areSeveral = stacks.length > 1;
  if (found.length === 0) return { blocks: [{ text: nothingUnmanaged }] };
  const strays = found.filter(({ heldBy }) => heldBy === undefined);
  if (strays.length === 0) return { blocks: importBlocks(found, areSeveral) };
  const { perHour, perMonth } = moneyOf(strays);
  const isCreatorKnown = strays.some(({ createdBy }) => createdBy !== null);
  const creator = isCreatorKnown ? [{ title: "Created by", as: "code" as const }] : [];
  const amounts = ["Per hour", "A month"].map((title) => ({ title, align: "right" as const }));
  const columns = [{ title: "Id", cut: false, as: "code" as const }, { title: "Status" }, { title: "Age" }, ...creator];
  const resources = strays.map(({ kind, name, id, status, createdAt, costPerHour, costPerMonth, createdBy }) => {
    const age = createdAt === null ? "" : ageOf(now - Date.parse(createdAt));
    const costs = [perHour(costPerHour), perMonth(costPerMonth)];
    return { name, kind, cells: [id, status, age, ...(isCreatorKnown ? [createdBy ?? ""] : []), ...costs] };
  });
  const sum = hourly(strays);
  const sums = [perHour(sum), perMonth(sum * hoursPerMonth)].map((one) => sumText(one, isPartial(strays)));
  const total = [...columns.map(() => ""), ...sums];
  return {
    heading: { title: "In no stack", markdown: "In no stack" },
    verdict: [counted(strays.length, "resource")],
    blocks: [{ columns: [...columns, ...amounts], resources, total }, ...importBlocks(found, areSeveral)],
  };
}

const importTitle = "To import a resource into a stack of the plugin:";
const openImportTitle =
  "To import a resource into a stack of the plugin, run its command. If the command names no stack, several stacks use the account: choose one, and add its folder and name with `--cwd` and `--stack`:";

function importBlocks(found: readonly Unmanaged[], areSeveral: boolean): Block[] {
  const lines = found.flatMap((one) => one.import ?? []);
  const isOpen = areSeveral && lines.some((line) => !/ --(cwd|stack) /.test(line));
  const held = found.flatMap(({ id, heldBy }) => (heldBy === undefined ? [] : [`${id} is in stack ${heldBy}`]));
  const marked = found.filter(({ recover }) => recover !== undefined);
  const foreign = found.filter(
    (one) => !marked.includes(one) && one.import === undefined && one.heldBy === undefined && one.createdBy !== null,
  );
  const others = foreign.map(({ id, createdBy }) => `${id} was created by ${createdBy}`);
  return [
    ...(lines.length === 0 ? [] : [{ text: isOpen ? openImportTitle : importTitle }, { lines }]),
    ...(marked.length === 0
      ? []
      : [
          {
            text: `${marked.map(({ id }) => id).join(", ")} may come from a killed run. To see whether that is proven:`,
          },
          { lines: [...new Set(marked.flatMap(({ recover }) => recover ?? []))] },
        ]),
    ...(held.length + others.length === 0
      ? []
      : [
          { text: "Do not import these resources, because another stack manages or created them:" },
          { lines: [...held, ...others] },
        ]),
  ];
}

function interruptedSections({ interrupted = [], checkedAt }: DriftReport): Section[] {
  if (interrupted.length === 0) return [];
  const { perHour, perMonth } = moneyOf(interrupted);
  const amounts = ["Per hour", "A month"].map((title) => ({ title, align: "right" as const }));
  const columns = [{ title: "Id", cut: false, as: "code" as const }, { title: "Stack" }, { title: "Age" }];
  const resources = interrupted.map(({ resource: name, kind, id, stack, createdAt, costPerHour, costPerMonth }) => {
    const age = createdAt === null ? "" : ageOf(Date.parse(checkedAt) - Date.parse(createdAt));
    return { name, kind, cells: [id, stack, age, perHour(costPerHour), perMonth(costPerMonth)] };
  });
  return [
    {
      heading: {
        title: "Created by runs that are in progress or were killed",
        markdown: "Created by runs that are in progress or were killed",
      },
      verdict: [counted(interrupted.length, "resource")],
      blocks: [
        { columns: [...columns, ...amounts], resources },
        {
          text: "If the run was killed, these commands write those resources into the state that the run provably created. With --delete, they delete these resources instead:",
        },
        { lines: [...new Set(interrupted.map(({ recover }) => recover))] },
      ],
    },
  ];
}

/** Formats an age in its largest unit, because seconds would differ at every run. */
function ageOf(ms: number): string {
  return ms < unitMs.m ? "0m" : (formatDuration(ms).split(" ")[0] ?? "");
}
