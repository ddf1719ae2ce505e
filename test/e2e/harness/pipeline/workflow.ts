import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Runner } from "./runner";

export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Values;
}

export interface Workflow {
  readonly env?: Values;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

export interface WorkflowRun {
  readonly ok: boolean;
  readonly output: string;
  /** What `$GITHUB_STEP_SUMMARY` got. */
  readonly summary: string;
}

type Values = Readonly<Record<string, string>>;

/**
 * Runs the one job of a committed workflow as GitHub would, on a clean checkout: its `run` steps in order, with the
 * expressions it uses resolved. A secret that nobody has set is empty. `changed` stands for an edit of its variables.
 */
export async function runWorkflow(
  name: string,
  runner: Runner,
  values: Values,
  changed: Values = {},
): Promise<WorkflowRun> {
  runner.checkOut();
  const file = join(runner.checkout, `.github/workflows/${name}.yml`);
  const { jobs, env } = parse(readFileSync(file, "utf8")) as Workflow;
  const [job] = Object.values(jobs);
  const files = {
    GITHUB_STEP_SUMMARY: join(runner.checkout, "../summary"),
    GITHUB_OUTPUT: join(runner.checkout, "../output"),
  };
  writeFileSync(files.GITHUB_STEP_SUMMARY, "");
  const known: Record<string, string> = { ...values };
  const resolved = (record: Values) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, expand(value, known)]));
  let output = "";
  let ok = true;
  for (const step of job?.steps ?? []) {
    if (step.run === undefined || !ok || (step.if !== undefined && !holds(step.if, known))) continue;
    writeFileSync(files.GITHUB_OUTPUT, "");
    const ran = await runner.run(step.run, { ...resolved({ ...env, ...changed, ...step.env }), ...files });
    output += ran.output;
    ok = ran.exitCode === 0;
    for (const line of readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean)) {
      const [key = "", value = ""] = line.split("=", 2);
      known[`steps.${step.id}.outputs.${key}`] = value;
    }
  }
  return { ok, output, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

function expand(value: string, known: Values): string {
  return value.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => lookUp(name, known));
}

/** `name == 'text'` or `name != 'text'`, one of several joined by `||`. */
function holds(condition: string, known: Values): boolean {
  return condition.split(" || ").some((part) => {
    const [, name = "", operator, expected] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`the test cannot read the condition: ${part}`);
    return (lookUp(name, known) === expected) === (operator === "==");
  });
}

function lookUp(name: string, known: Values): string {
  const value = known[name] ?? (name.startsWith("secrets.") ? "" : undefined);
  if (value === undefined) throw new Error(`the workflow uses \`${name}\`, which the test does not know`);
  return value;
}
