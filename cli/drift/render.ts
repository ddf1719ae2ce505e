import { code, commentOf, markdownTable, text } from "../output/markdown";
import { hoursPerMonth, moneyFormat } from "../output/money";
import { Output } from "../output/output";
import { type Display, labelled, paintFor } from "../output/style";
import { tableOf } from "../output/table";
import { counted } from "../output/text";
import { placeOf, titleOf } from "../stack/stack";
import {
  type DriftReport,
  driftedIn,
  hasDrifted,
  type ResourceDrift,
  type StackDrift,
  type UndeclaredChange,
  type Unmanaged,
} from "./report";

export const driftOutput = new Output<DriftReport>("report", { table, markdown });

/** For people: a table for each stack, then what is in none. */
export function table(report: DriftReport, display: Display): string {
  const { stacks, unmanaged, unmanagedError, checkedAt } = report;
  const others = notComparedSentence(report);
  const clusters = clustersSentence(report);
  return [
    ...stacks.map((stack) => tableOfStack(stack, display)),
    ...(unmanaged === undefined ? [] : [tableOfUnmanaged(unmanaged, Date.parse(checkedAt), display)]),
    ...(others === undefined ? [] : [labelled("hint", "note:", others, display)]),
    ...(clusters === undefined ? [] : [`${clusters}\n`]),
    ...(unmanagedError === undefined ? [] : [labelled("error", "incomplete:", unmanagedError, display)]),
  ].join("\n");
}

/** For a comment or a job summary. What does not fit is counted. */
export function markdown(report: DriftReport): string {
  const { result, stacks, unmanaged, unmanagedError } = report;
  const title = { "in-sync": "No drift", drift: "Drift found", error: "Drift check failed" }[result];
  const unmanagedSection = [
    ...(unmanaged === undefined ? [] : [markdownOfUnmanaged(unmanaged)]),
    ...[notComparedSentence(report) ?? [], clustersSentence(report) ?? []].flat().map(text),
    ...(unmanagedError === undefined ? [] : [`**Error:** ${text(unmanagedError)}`]),
  ];
  const section = unmanagedSection.length === 0 ? [] : ["### In no stack", ...unmanagedSection];
  return commentOf([`## ${title}`, ...stacks.flatMap(markdownOfStack), ...section]);
}

function tableOfStack(stack: StackDrift, display: Display): string {
  const { checked, resources, undeclared, unfinished, notes, error } = stack;
  const paint = paintFor(display.colors?.out);
  const title = titleOf(stack);
  const remarks = [
    ...unfinished.map((sentence) => labelled("bad", "unfinished:", sentence, display)),
    ...notes.map((note) => labelled("hint", "note:", note, display)),
  ].join("");
  if (error !== undefined) return `${title}: ${labelled("error", "not compared:", error, display)}${remarks}`;
  const compared = counted(checked, "resource");
  const drifted = driftedIn(stack);
  const verdict = hasDrifted(stack) ? paint("bad", "not as last declared") : paint("good", "in sync");
  const head =
    drifted === 0 ? `${verdict}, ${compared} compared` : `${paint("bad", "drift")} in ${drifted} of ${compared}`;
  const tables = [
    ...(resources.length === 0 ? [] : [tableOf({ columns, rows: resources.flatMap(rowsOf) }, display)]),
    ...(undeclared.length === 0 ? [] : [tableOfUndeclared(undeclared, display)]),
  ];
  return `${title}: ${head}\n${tables.map((one) => `\n${one}`).join("")}${remarks}`;
}

const columns = ["NAME", "KIND", "DRIFT", "PROPERTY", "DECLARED", "IN STATE", "ON THE PLATFORM"].map((title) => ({
  title,
}));

/** Name, kind and drift stand on the first row of a resource alone. */
function rowsOf({ name, kind, drift, properties }: ResourceDrift): string[][] {
  if (properties.length === 0) return [[name, kind, drift, "", "", "", ""]];
  return properties.map(({ path, secret, declared, state, platform }, index) => [
    ...(index === 0 ? [name, kind, drift] : ["", "", ""]),
    path,
    ...[declared, state, platform].map((value) => (secret ? "[secret]" : plain(value))),
  ]);
}

function plain(value: unknown): string {
  if (value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function markdownOfStack(stack: StackDrift): string[] {
  const { checked, resources, undeclared, unfinished, notes, error } = stack;
  const drifted = driftedIn(stack);
  const title = `### Stack ${code(placeOf(stack))}`;
  if (error !== undefined) return [title, `**Error:** ${text(error)}`];
  const compared = counted(checked, "resource");
  const rows = resources.flatMap(rowsOf).map(([name = "", kind = "", drift = "", ...values]) => {
    const head = name === "" ? ["", ""] : [`${code(name)} ${kind}`, `**${drift}**`];
    return [...head, ...values.map(codeUnlessEmpty)];
  });
  const head = ["Resource", "Drift", "Property", "Declared", "In state", "On the platform"];
  return [
    title,
    drifted === 0 ? `${compared} as in the state.` : `${drifted} of ${compared} drifted.`,
    ...unfinished.map((sentence) => `**Unfinished:** ${text(sentence)}`),
    ...notes.map((note) => `> ${text(note)}`),
    ...(rows.length === 0 ? [] : [markdownTable(head, rows)]),
    ...markdownOfUndeclared(undeclared),
  ];
}

function codeUnlessEmpty(value: string): string {
  return value === "" ? "" : code(value);
}

const undeclaredTitle =
  "Changed outside, not declared. `pulumi up` leaves it; with a line in the program, `pulumi up --refresh` keeps it or puts it back.";

/** The two values of an undeclared change; of a secret that came or went, only one side has it. */
function valuesOf({ secret, state, platform, restore, keep }: UndeclaredChange): string[] {
  if (!secret) return [plain(state), plain(platform)];
  return [restore, keep].map((line) => (line === undefined ? "" : "[secret]"));
}

function tableOfUndeclared(changes: readonly UndeclaredChange[], display: Display): string {
  const titles = ["NAME", "KIND", "PROPERTY", "IN STATE", "ON THE PLATFORM", "DRIFT"];
  const rows = changes.map((change) => {
    const { name, kind, path, drift } = change;
    return [name, kind, path, ...valuesOf(change), drift ? "yes" : "no"];
  });
  const lines = changes.map(({ name, restore, keep }) => {
    const ways = [
      ...(restore === undefined ? [] : [`${restore} puts it back`]),
      ...(keep === undefined ? [] : [`${keep} keeps it`]),
    ];
    return `  ${name}: ${ways.join("; ")}\n`;
  });
  const content = { columns: titles.map((title) => ({ title })), rows };
  return `${undeclaredTitle}\n\n${tableOf(content, display)}\n${lines.join("")}`;
}

function markdownOfUndeclared(changes: readonly UndeclaredChange[]): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => {
    const { name, kind, path, drift, restore = "", keep = "" } = change;
    const cells = [path, ...valuesOf(change), restore, keep].map(codeUnlessEmpty);
    return [`${code(name)} ${kind}`, drift ? "**yes**" : "no", ...cells];
  });
  const head = ["Resource", "Drift", "Property", "In state", "On the platform", "Puts it back", "Keeps it"];
  return [text(undeclaredTitle), markdownTable(head, rows)];
}

const nothingUnmanaged =
  "Every pod, endpoint, network volume, template and registry credential of the account is in a stack.";

/** Names the stacks that may hold what is listed as in no stack; `undefined` where every stack was compared. */
function notComparedSentence({ stacksNotCompared: stacks = [] }: DriftReport): string | undefined {
  if (stacks.length === 0) return undefined;
  return `Not compared: ${stacks.join(", ")}. What these stacks hold on the same account counts as in no stack.`;
}

/** No stack can hold clusters, but they cost money; `undefined` where there are none. */
function clustersSentence({ clusters }: DriftReport): string | undefined {
  if (clusters === undefined || clusters.pods === 0) return undefined;
  const money = moneyFormat([clusters.costPerHour]);
  return `Beside them ${counted(clusters.pods, "pod")} of ${counted(clusters.clusters, "cluster")}, which no stack of Podwright can hold: ${money(clusters.costPerHour)} an hour.`;
}

/** Formats amounts an hour and a month, each as exact as the smallest of them needs. */
function moneyOf(found: readonly Unmanaged[]) {
  const format = (key: "costPerHour" | "costPerMonth") => {
    const money = moneyFormat(found.flatMap((one) => one[key] ?? []));
    return (amount: number | null) => (amount === null ? "unknown" : money(amount));
  };
  return { perHour: format("costPerHour"), perMonth: format("costPerMonth") };
}

function tableOfUnmanaged(found: readonly Unmanaged[], now: number, display: Display): string {
  if (found.length === 0) return `${nothingUnmanaged}\n`;
  const { perHour, perMonth } = moneyOf(found);
  const isCreatorKnown = found.some(({ createdBy }) => createdBy !== null);
  const rows = found.map(({ kind, name, id, status, createdAt, costPerHour, costPerMonth, createdBy }) => [
    name,
    kind,
    id,
    status,
    createdAt === null ? "" : ageOf(now - Date.parse(createdAt)),
    ...(isCreatorKnown ? [createdBy ?? ""] : []),
    perHour(costPerHour),
    perMonth(costPerMonth),
  ]);
  const sum = found.reduce((total, { costPerHour }) => total + (costPerHour ?? 0), 0);
  const titles = ["NAME", "KIND", "ID", "STATUS", "AGE", ...(isCreatorKnown ? ["CREATED BY"] : [])];
  const content = {
    columns: [
      ...titles.map((title) => ({ title, cut: title !== "ID" })),
      ...["PER HOUR", "A MONTH"].map((title) => ({ title, align: "right" as const })),
    ],
    rows,
    footer: [...titles.slice(1).map(() => ""), "total", perHour(sum), perMonth(sum * hoursPerMonth)],
  };
  const commands = found.map((one) => `  ${one.import}\n`).join("");
  return `In no stack: ${counted(found.length, "resource")}\n\n${tableOf(content, display)}\nTo bring one into a stack of the plugin:\n${commands}`;
}

function markdownOfUnmanaged(found: readonly Unmanaged[]): string {
  if (found.length === 0) return nothingUnmanaged;
  const { perHour, perMonth } = moneyOf(found);
  const rows = found.map((one) => [
    `${code(one.name)} ${one.kind}`,
    code(one.id),
    text(one.status),
    one.createdAt?.slice(0, 10) ?? "",
    codeUnlessEmpty(one.createdBy ?? ""),
    perHour(one.costPerHour),
    perMonth(one.costPerMonth),
    code(one.import),
  ]);
  const head = ["What", "Id", "Status", "Since", "Created by", "Per hour", "A month", "To bring it in"];
  return markdownTable(head, rows);
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
