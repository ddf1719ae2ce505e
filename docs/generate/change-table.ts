import type { ChangeTable, Effect, Row, Rule } from "../../provider/planning/rules";
import { code, table } from "./markdown";

type Rows = Pick<ChangeTable, "rows">;

/** Every input with what adding, changing and removing it means. */
export function changeTable({ rows }: Rows): string {
  return table(
    ["Input", "Added", "Changed", "Removed", "When, and why"],
    rows.map((row) => [code(row.path), ...columnsOf(row).map(shortRule), remarksOn(row)]),
  );
}

/** The same in short: inputs that behave alike share a row. */
export function changeSummary({ rows }: Rows): string {
  const groups = new Map<string, string[]>();
  for (const row of rows) {
    const meaning = meaningOf(row);
    groups.set(meaning, [...(groups.get(meaning) ?? []), code(row.path)]);
  }
  return table(
    ["Change of", "Means"],
    [...groups].map(([meaning, paths]) => [paths.join(", "), meaning]),
  );
}

function columnsOf({ add, change, remove }: Row): readonly Rule[] {
  return [add, change, remove];
}

function shortRule(rule: Rule): string {
  return "condition" in rule ? `${shortEffect(rule.effect)}, or ${shortEffect(rule.otherwise)}` : shortEffect(rule);
}

function shortEffect(effect: Effect): string {
  if (effect.kind === "replace") return "replace";
  if (effect.kind === "none") return "nothing";
  switch (effect.impact) {
    case "live":
      return "in place";
    case "reset":
      return "reset";
    case "restart":
      return "restart";
    case "action":
      return "start or stop";
    case "recorded":
      return "recorded";
  }
}

/** Conditions, reasons, and what leaving the input out or removing it means; each said once. */
function remarksOn(row: Row): string {
  const rules = columnsOf(row).flatMap((rule) => {
    if (!("condition" in rule)) return reasonOf(rule);
    return [`${shortEffect(rule.effect)} if ${rule.condition}`, ...reasonOf(rule.otherwise)];
  });
  const unset = row.unset === undefined ? [] : [`left out, it is ${code(JSON.stringify(row.unset))}`];
  const removed = row.removed === undefined ? [] : [`removed, it becomes ${code(JSON.stringify(row.removed))}`];
  return [...new Set([...rules, ...unset, ...removed])].join("; ");
}

function reasonOf(effect: Effect): string[] {
  return effect.kind === "update" ? [] : [effect.why];
}

function meaningOf(row: Row): string {
  const [added = "", changed = "", removed = ""] = columnsOf(row).map(longRule);
  if (added === changed && changed === removed) return capital(changed);
  const both = added === changed ? `added or changed: ${changed}` : `added: ${added}; changed: ${changed}`;
  return capital(`${both}; removed: ${removed}`);
}

function longRule(rule: Rule): string {
  if (!("condition" in rule)) return longEffect(rule);
  return `if ${rule.condition}, ${longEffect(rule.effect)}; else ${longEffect(rule.otherwise)}`;
}

function longEffect(effect: Effect): string {
  if (effect.kind === "replace") return `replacement (${effect.why})`;
  if (effect.kind === "none") return `nothing (${effect.why})`;
  switch (effect.impact) {
    case "live":
      return "in place, at once";
    case "reset":
      return "in place, and the container is reset";
    case "restart":
      return "in place, then a restart";
    case "action":
      return "the platform's start or stop";
    case "recorded":
      return "recorded, nothing is sent";
  }
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
