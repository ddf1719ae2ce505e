import { counted } from "../output/counted";
import { code, commentOf, markdownTable, text } from "../output/markdown";
import { moneyFormat } from "../output/money";
import { placeOf } from "../stack/stack";
import { nothingUnmanaged, sentenceOn, sentenceOnStacks, undeclaredTitle } from "./render";
import {
  type DriftReport,
  driftedIn,
  type ResourceDrift,
  type StackDrift,
  type UndeclaredChange,
  type Unmanaged,
} from "./report";
import { shown, shownUndeclared } from "./shown";

/** For a comment or a job summary. What does not fit is counted. */
export function markdown({
  result,
  stacks,
  unmanaged,
  clusters,
  stacksNotCompared,
  unmanagedError,
}: DriftReport): string {
  const title = { "in-sync": "No drift", drift: "Drift found", error: "Drift check failed" }[result];
  const strays = [
    ...(unmanaged === undefined ? [] : ofUnmanaged(unmanaged)),
    ...[sentenceOnStacks(stacksNotCompared) ?? [], sentenceOn(clusters) ?? []].flat().map(text),
    ...(unmanagedError === undefined ? [] : [`**Error:** ${text(unmanagedError)}`]),
  ];
  const section = strays.length === 0 ? [] : ["### In no stack", ...strays];
  return commentOf([`## ${title}`, ...stacks.flatMap(ofStack), ...section]);
}

function ofStack(stack: StackDrift): string[] {
  const { checked, resources, undeclared, unfinished, notes, error, ...place } = stack;
  const drifted = driftedIn(stack);
  const title = `### Stack ${code(placeOf(place))}`;
  if (error !== undefined) return [title, `**Error:** ${text(error)}`];
  const summary =
    drifted === 0
      ? `${counted(checked, "resource")} as the state says.`
      : `${drifted} of ${counted(checked, "resource")} drifted.`;
  const said = [
    ...unfinished.map((sentence) => `**Unfinished:** ${text(sentence)}`),
    ...notes.map((note) => `> ${text(note)}`),
  ];
  return [title, summary, ...said, ...tableOf(resources), ...ofUndeclared(undeclared)];
}

function tableOf(resources: readonly ResourceDrift[]): string[] {
  if (resources.length === 0) return [];
  const rows = resources.flatMap(({ name, kind, drift, properties }) => {
    const what = `${code(name)} ${kind}`;
    if (properties.length === 0) return [[what, `**${drift}**`, "", "", "", ""]];
    return properties.map((property, index) => {
      const { declared, state, platform } = shown(property);
      const head = index === 0 ? [what, `**${drift}**`] : ["", ""];
      return [
        ...head,
        code(property.path),
        ...[declared, state, platform].map((value) => (value === "" ? "" : code(value))),
      ];
    });
  });
  return [markdownTable(["Resource", "Drift", "Property", "Declared", "In state", "On the platform"], rows)];
}

function ofUndeclared(changes: readonly UndeclaredChange[]): string[] {
  if (changes.length === 0) return [];
  const rows = changes.map((change) => {
    const { state, platform } = shownUndeclared(change);
    const { restore = "", keep = "" } = change;
    const cells = [change.path, state, platform, restore, keep].map((value) => (value === "" ? "" : code(value)));
    return [`${code(change.name)} ${change.kind}`, change.drift ? "**yes**" : "no", ...cells];
  });
  const head = ["Resource", "Drift", "Property", "In state", "On the platform", "Puts it back", "Keeps it"];
  return [text(undeclaredTitle), markdownTable(head, rows)];
}

function ofUnmanaged(found: readonly Unmanaged[]): string[] {
  if (found.length === 0) return [nothingUnmanaged];
  const perMonth = moneyFormat(found.flatMap(({ costPerMonth }) => costPerMonth ?? []));
  const money = moneyFormat(found.flatMap(({ costPerHour }) => costPerHour ?? []));
  const rows = found.map(
    ({ kind, name, id, status, createdAt, costPerHour, costPerMonth, createdBy, import: command }) => [
      `${code(name)} ${kind}`,
      code(id),
      text(status),
      createdAt === null ? "" : createdAt.slice(0, 10),
      createdBy === null ? "" : code(createdBy),
      costPerHour === null ? "unknown" : money(costPerHour),
      costPerMonth === null ? "unknown" : perMonth(costPerMonth),
      code(command),
    ],
  );
  const head = ["What", "Id", "Status", "Since", "Created by", "Per hour", "A month", "To bring it in"];
  return [markdownTable(head, rows)];
}
