import { readFile, writeFile } from "node:fs/promises";
import { didYouMean } from "../../../kernel/nearest";
import { messageOf } from "../../../kernel/plain-text";
import { sentenceOf } from "../../context/attempt";
import type { CommandContext } from "../../context/context";
import { ownName, placeOf } from "../../stack/place";
import type { StackDrift, UndeclaredChange } from "../report";
import type { RuleBook } from "./files";
import { judged } from "./judge";
import type { Rule } from "./rules";

/** Returns the name by which `--accept` takes a change, such as `jobs.workersMin`. */
export function acceptable({ name, path }: Pick<UndeclaredChange, "name" | "path">): string {
  return `${name}.${path}`;
}

/**
 * Accepts changes: it writes a rule for each change into the file with the stack's rules, so that a review of the program
 * shows what is accepted. A rule names the value, so a further change is drift again. Returns the reports with the new
 * rules. Throws before it writes if a path names no change.
 */
export async function accepting(
  paths: readonly string[],
  stacks: readonly StackDrift[],
  rules: RuleBook,
  { clock, warn }: Pick<CommandContext, "clock" | "warn">,
): Promise<StackDrift[]> {
  const known = [...new Set(stacks.flatMap(({ undeclared }) => undeclared.map(acceptable)))];
  const wrong = paths.filter((path) => !known.includes(path));
  if (wrong.length > 0) throw new Error(wrong.map((path) => unknownPath(path, known)).join("\n"));
  const today = new Date(clock.now()).toISOString().slice(0, 10);
  const accepted: StackDrift[] = [];
  for (const stack of stacks) {
    const changes = stack.undeclared.filter((one) => paths.includes(acceptable(one)) && one.severity !== "ignore");
    const added = changes.map((change) => ruleFor(stack, change, today));
    accepted.push(judged(stack, { rules: added }));
    if (added.length === 0) continue;
    const file = rules.fileOf(stack.cwd);
    await addRules(file, added);
    warn(`${file} accepts ${changes.map(acceptable).join(", ")} of ${placeOf(stack)}: commit the file`);
  }
  return accepted;
}

function unknownPath(path: string, known: readonly string[]): string {
  const others = known.length === 0 ? "Podwright found no such change" : `Podwright found ${known.join(", ")}`;
  return `--accept ${path}: no compared stack has this outside change of an input that the program leaves out${didYouMean(path, known)}. ${others}. To accept a change of an input that the program declares, write the value into the program`;
}

function ruleFor({ stack }: StackDrift, change: UndeclaredChange, today: string): Rule {
  const { kind, name, path, secret, platform } = change;
  return {
    ...(stack === null ? {} : { stack: ownName(stack) }),
    ...{ kind: kind as Rule["kind"], name, property: path, drift: "undeclared" },
    ...(secret ? {} : { value: platform ?? null }),
    ...{ severity: "ignore", reason: `Accepted on ${today}.` },
  };
}

/** Adds the rules before the others, because the first rule that applies decides. Keeps the comments of the file. */
async function addRules(file: string, rules: readonly Rule[]): Promise<void> {
  const { isSeq, parseDocument } = await import("yaml");
  const document = parseDocument(await textOf(file));
  const others = document.get("rules", true);
  const added = rules.map((rule) => document.createNode(rule, { flow: true }));
  if (isSeq(others)) others.items.unshift(...added);
  else document.set("rules", added);
  try {
    await writeFile(file, document.toString({ lineWidth: 0 }));
  } catch (error) {
    throw new Error(
      `Podwright cannot write ${file}: ${sentenceOf(messageOf(error))}. Make the file writable, or name another file with --rules`,
    );
  }
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
