import { hoursPerMonth } from "../cost/report";
import { oneLine } from "../output/controls";
import { counted } from "../output/counted";
import { moneyFormat } from "../output/money";
import { paintFor } from "../output/style";
import { tableOf } from "../output/table";
import type { CommandContext } from "../program/context";
import { titleOf } from "../stack/stack";
import {
  type DriftReport,
  driftedIn,
  hasDrifted,
  type ResourceDrift,
  type StackDrift,
  type UndeclaredChange,
  type Unmanaged,
} from "./report";
import { shown, shownUndeclared } from "./shown";

type Display = Pick<CommandContext, "terminal" | "colors">;

/** For people: a table for each stack, then what is in none. */
export function table(report: DriftReport, display: Display): string {
  const { stacks, unmanaged, unmanagedError, checkedAt } = report;
  const sections = stacks.map((stack) => ofStack(stack, display));
  if (unmanaged !== undefined) sections.push(ofUnmanaged(unmanaged, { display, now: Date.parse(checkedAt) }));
  const others = sentenceOnStacks(report.stacksNotCompared);
  if (others !== undefined) sections.push(`${paintFor(display.colors?.out)("hint", "note:")} ${others}\n`);
  const clusters = sentenceOn(report.clusters);
  if (clusters !== undefined) sections.push(`${clusters}\n`);
  if (unmanagedError !== undefined)
    sections.push(`${paintFor(display.colors?.out)("error", "incomplete:")} ${oneLine(unmanagedError)}\n`);
  return sections.join("\n");
}

function ofStack(stack: StackDrift, display: Display): string {
  const { checked, resources, undeclared, unfinished, notes, error } = stack;
  const paint = paintFor(display.colors?.out);
  const title = titleOf(stack);
  const said = [
    ...unfinished.map((sentence) => `${paint("bad", "unfinished:")} ${oneLine(sentence)}\n`),
    ...notes.map((note) => `${paint("hint", "note:")} ${oneLine(note)}\n`),
  ].join("");
  if (error !== undefined) return `${title}: ${paint("error", "not compared:")} ${oneLine(error)}\n${said}`;
  const compared = counted(checked, "resource");
  const drifted = driftedIn(stack);
  const verdict = hasDrifted(stack) ? paint("bad", "not as last declared") : paint("good", "in sync");
  const head =
    drifted === 0 ? `${verdict}, ${compared} compared` : `${paint("bad", "drift")} in ${drifted} of ${compared}`;
  const tables = [
    ...(resources.length === 0 ? [] : [tableOf({ columns, rows: resources.flatMap(rowsOf) }, display)]),
    ...(undeclared.length === 0 ? [] : [ofUndeclared(undeclared, display)]),
  ];
  return `${title}: ${head}\n${tables.map((one) => `\n${one}`).join("")}${said}`;
}

const columns = ["NAME", "KIND", "DRIFT", "PROPERTY", "DECLARED", "IN STATE", "ON THE PLATFORM"].map((title) => ({
  title,
}));

function rowsOf({ name, kind, drift, properties }: ResourceDrift): string[][] {
  if (properties.length === 0) return [[name, kind, drift]];
  return properties.map((property, index) => {
    const { declared, state, platform } = shown(property);
    const head = index === 0 ? [name, kind, drift] : ["", "", ""];
    return [...head, property.path, declared, state, platform];
  });
}

const undeclaredColumns = ["NAME", "KIND", "PROPERTY", "IN STATE", "ON THE PLATFORM", "DRIFT"].map((title) => ({
  title,
}));

export const undeclaredTitle =
  "Changed outside, not declared. `pulumi up` leaves it; with a line in the program, `pulumi up --refresh` keeps it or puts it back.";

function ofUndeclared(changes: readonly UndeclaredChange[], display: Display): string {
  const rows = changes.map((change) => {
    const { state, platform } = shownUndeclared(change);
    return [change.name, change.kind, change.path, state, platform, change.drift ? "yes" : "no"];
  });
  const lines = changes.map((change) => `  ${change.name}: ${linesFor(change).join("; ")}\n`).join("");
  return `${undeclaredTitle}\n\n${tableOf({ columns: undeclaredColumns, rows }, display)}\n${lines}`;
}

/** What to write into the program, and what for. */
export function linesFor({ restore, keep }: UndeclaredChange): string[] {
  return [
    ...(restore === undefined ? [] : [`${restore} puts it back`]),
    ...(keep === undefined ? [] : [`${keep} keeps it`]),
  ];
}

export const nothingUnmanaged =
  "Every pod, endpoint, network volume, template and registry credential of the account is in a stack.";

/** Whose resources may be among those that no stack holds; `undefined` where every stack of the projects was compared. */
export function sentenceOnStacks(stacks: DriftReport["stacksNotCompared"]): string | undefined {
  if (stacks === undefined || stacks.length === 0) return undefined;
  return `Not compared: ${stacks.join(", ")}. What these stacks hold on the same account counts as in no stack.`;
}

/** What no stack can hold costs all the same; `undefined` where there is none. */
export function sentenceOn(clusters: DriftReport["clusters"]): string | undefined {
  if (clusters === undefined || clusters.pods === 0) return undefined;
  const money = moneyFormat([clusters.costPerHour]);
  return `Beside them ${counted(clusters.pods, "pod")} of ${counted(clusters.clusters, "cluster")}, which no stack of Podwright can hold: ${money(clusters.costPerHour)} an hour.`;
}

interface Around {
  readonly display: Display;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

function ofUnmanaged(found: readonly Unmanaged[], { display, now }: Around): string {
  if (found.length === 0) return `${nothingUnmanaged}\n`;
  const money = moneyFormat(found.flatMap(({ costPerHour }) => (costPerHour === null ? [] : [costPerHour])));
  const isCreatorKnown = found.some(({ createdBy }) => createdBy !== null);
  const perMonth = moneyFormat(found.flatMap(({ costPerMonth }) => costPerMonth ?? []));
  const rows = found.map(({ kind, name, id, status, createdAt, costPerHour, costPerMonth, createdBy }) => [
    name,
    kind,
    id,
    status,
    createdAt === null ? "" : ageOf(now - Date.parse(createdAt)),
    ...(isCreatorKnown ? [createdBy ?? ""] : []),
    costPerHour === null ? "unknown" : money(costPerHour),
    costPerMonth === null ? "unknown" : perMonth(costPerMonth),
  ]);
  const sum = found.reduce((total, { costPerHour }) => total + (costPerHour ?? 0), 0);
  const titles = ["NAME", "KIND", "ID", "STATUS", "AGE", ...(isCreatorKnown ? ["CREATED BY"] : [])].map((title) => ({
    title,
    cut: title !== "ID",
  }));
  const content = {
    columns: [...titles, ...["PER HOUR", "A MONTH"].map((title) => ({ title, align: "right" as const }))],
    rows,
    footer: [...titles.slice(1).map(() => ""), "total", money(sum), perMonth(sum * hoursPerMonth)],
  };
  const commands = found.map((one) => `  ${one.import}\n`).join("");
  return `In no stack: ${counted(found.length, "resource")}\n\n${tableOf(content, display)}\nTo bring one into a stack of the plugin:\n${commands}`;
}

const units = [
  [86_400_000, "d"],
  [3_600_000, "h"],
  [60_000, "m"],
] as const;

function ageOf(ms: number): string {
  const [size, unit] = units.find(([length]) => ms >= length) ?? [60_000, "m"];
  return `${Math.max(0, Math.floor(ms / size))}${unit}`;
}
