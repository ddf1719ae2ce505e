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
    case "renew":
      return "new workers";
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
