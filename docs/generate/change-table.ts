import type * as z from "zod";
import type { ChangeTable, Effect, Row, Rule } from "../../provider/planning/rules";
import { code, table } from "./markdown";
import { meaningsOf } from "./property-table";

type Rows = Pick<ChangeTable, "rows">;

/** The words of the table, in the order in which a page explains them. */
const meanings = {
  "in place": "the change applies immediately and interrupts nothing.",
  reset: "RunPod resets the running container. Files outside its mounts are lost.",
  restart: "Podwright restarts the container to apply the change.",
  "new workers": "RunPod replaces the endpoint's workers one by one.",
  "start or stop": "Podwright starts or stops the pod.",
  "no request": "Podwright sends no request to RunPod. The next operation that needs the new value uses it.",
  replace: "Pulumi creates a new resource and deletes the old one.",
  "no effect": "Podwright sends no request, and the resource stays as it is.",
} as const;

/**
 * Returns a table of the effects of adding, changing and removing each input. Inputs with the same effects share a row.
 * A list before the table explains the effects.
 */
export function changeTable({ rows }: Rows, inputs: z.ZodObject): string {
  for (const { path, unset } of rows) if (unset !== undefined) expectDefault(path, inputs);
  const used = new Set(rows.flatMap((row) => columnsOf(row).flatMap(([, rule]) => effectsOf(rule))).map(wordFor));
  const words = Object.entries(meanings).filter(([word]) => used.has(word as Word));
  const changes = table(["Input", "A change means"], grouped(rows));
  return [words.map(([word, meaning]) => `- **${word}**: ${meaning}`).join("\n"), ...remarksOn(rows), changes].join(
    "\n\n",
  );
}

/** The table replaces the value of an absent input by its default, so the input's description must name the default. */
function expectDefault(path: string, inputs: z.ZodObject): void {
  if (!/\bDefault\b/.test(meaningsOf(inputs).get(path) ?? ""))
    throw new Error(`"${path}" has a value while it is absent, so its description must name its default`);
}

function remarksOn(rows: readonly Row[]): string[] {
  const remarks = [
    ...(rows.some(({ unset }) => unset !== undefined)
      ? ["If you leave out an input, its default applies, unless the input's row says otherwise."]
      : []),
    ...(rows.some(({ removed }) => removed !== undefined)
      ? ["If you remove an input that has a value in parentheses here, the input changes to that value."]
      : []),
  ];
  return remarks.length === 0 ? [] : [remarks.join(" ")];
}

/** The rows of the table, in the order of their first inputs. */
function grouped(rows: readonly Row[]): string[][] {
  const inputs = new Map<string, string[]>();
  for (const row of rows) {
    const effects = effectsOn(row);
    const removed = row.removed === undefined ? "" : ` (${code(JSON.stringify(row.removed))})`;
    inputs.set(effects, [...(inputs.get(effects) ?? []), `${code(row.path)}${removed}`]);
  }
  return [...inputs].map(([effects, names]) => [names.join(", "), effects]);
}

/**
 * Returns one text if adding, changing and removing the input have the same effect, or else a text for each of the
 * three.
 */
function effectsOn(row: Row): string {
  const operations = new Map<string, string[]>();
  for (const [operation, rule] of columnsOf(row))
    operations.set(inWords(rule), [...(operations.get(inWords(rule)) ?? []), operation]);
  const [[only = ""] = []] = operations;
  if (operations.size === 1) return only;
  return [...operations].map(([text, names]) => `${names.join(" or ")}: ${text}`).join("; ");
}

function columnsOf({ add, change, remove }: Row): readonly (readonly [string, Rule])[] {
  return [
    ["added", add],
    ["changed", change],
    ["removed", remove],
  ];
}

function inWords(rule: Rule): string {
  return "condition" in rule
    ? `${wordFor(rule.effect)} if ${rule.condition}, otherwise ${withReason(rule.otherwise)}`
    : withReason(rule);
}

function withReason(effect: Effect): string {
  return effect.kind === "update" ? wordFor(effect) : `${wordFor(effect)} (${effect.why})`;
}

function effectsOf(rule: Rule): readonly Effect[] {
  return "condition" in rule ? [rule.effect, rule.otherwise] : [rule];
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
