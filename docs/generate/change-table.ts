import type { ChangeTable, Effect, Row, Rule } from "../../provider/planning/rules";
import { code, table } from "./markdown";

type Rows = Pick<ChangeTable, "rows">;

/** The words of the table, in the order in which a page explains them. */
const meanings = {
  "in place": "the change applies at once and interrupts nothing.",
  reset: "RunPod resets the running container. Files outside its mounts are lost.",
  restart: "Podwright restarts the container to apply the change.",
  "new workers": "RunPod replaces the endpoint's workers one by one.",
  "start or stop": "Podwright starts or stops the pod.",
  "no request": "Podwright sends no request to RunPod. The new value counts from the next operation that uses it.",
  replace: "Pulumi creates a new resource and deletes the old one.",
  "no effect": "Podwright sends no request, and the resource stays as it is.",
} as const;

/**
 * Returns a row for each input, with the effects of adding, changing and removing it. A list before the table explains
 * the effects.
 */
export function changeTable({ rows }: Rows): string {
  const used = new Set(rows.flatMap((row) => columnsOf(row).flatMap(effectsOf)).map(wordFor));
  const words = Object.entries(meanings).filter(([word]) => used.has(word as Word));
  const changes = table(
    ["Input", "Added", "Changed", "Removed", "When, and why"],
    rows.map((row) => [code(row.path), ...columnsOf(row).map(shortRule), remarksOn(row)]),
  );
  return `${words.map(([word, meaning]) => `- **${word}**: ${meaning}`).join("\n")}\n\n${changes}`;
}

function columnsOf({ add, change, remove }: Row): readonly Rule[] {
  return [add, change, remove];
}

function effectsOf(rule: Rule): readonly Effect[] {
  return "condition" in rule ? [rule.effect, rule.otherwise] : [rule];
}

function shortRule(rule: Rule): string {
  return effectsOf(rule).map(wordFor).join(" or ");
}

type Word = keyof typeof meanings;

function wordFor(effect: Effect): Word {
  if (effect.kind === "replace") return "replace";
  if (effect.kind === "none") return "no effect";
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
      return "no request";
  }
}

/** Returns the conditions, the reasons, and the value of an absent or removed input. Repeated texts appear once. */
function remarksOn(row: Row): string {
  const rules = columnsOf(row).flatMap((rule) => {
    if (!("condition" in rule)) return reasonOf(rule);
    return [`${wordFor(rule.effect)} if ${rule.condition}`, `otherwise ${withReason(rule.otherwise)}`];
  });
  const unset =
    row.unset === undefined ? [] : [`if you leave the input out, it counts as ${code(JSON.stringify(row.unset))}`];
  const removed =
    row.removed === undefined ? [] : [`if you remove the input, Podwright sends ${code(JSON.stringify(row.removed))}`];
  const all = [...new Set([...rules, ...unset, ...removed])];
  return all
    .filter((one) => !all.includes(`otherwise ${one}`))
    .map(sentence)
    .join(" ");
}

function reasonOf(effect: Effect): string[] {
  return effect.kind === "update" ? [] : [withReason(effect)];
}

function withReason(effect: Effect): string {
  return effect.kind === "update" ? wordFor(effect) : `${wordFor(effect)}: ${effect.why}`;
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
