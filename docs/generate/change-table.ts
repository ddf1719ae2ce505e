import type { ChangeTable, Effect, Row, Rule } from "../../provider/planning/rules";
import { code, table } from "./markdown";

type Rows = Pick<ChangeTable, "rows">;

/** Returns a row for each input, with the effects of adding, changing and removing it. */
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

/** Returns the conditions, the reasons, and the value of an absent or removed input. Repeated texts appear once. */
function remarksOn(row: Row): string {
  const rules = columnsOf(row).flatMap((rule) => {
    if (!("condition" in rule)) return reasonOf(rule);
    return [`${shortEffect(rule.effect)} if ${rule.condition}`, ...reasonOf(rule.otherwise)];
  });
  const unset = row.unset === undefined ? [] : [`without it, the value is ${code(JSON.stringify(row.unset))}`];
  const removed =
    row.removed === undefined ? [] : [`if you remove it, Podwright sends ${code(JSON.stringify(row.removed))}`];
  return [...new Set([...rules, ...unset, ...removed])].join("; ");
}

function reasonOf(effect: Effect): string[] {
  return effect.kind === "update" ? [] : [effect.why];
}
