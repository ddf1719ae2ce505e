import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import type { Machine, Runner, Started } from "./runner";

export interface Step {
  readonly id?: string;
  readonly run?: string;
  readonly uses?: string;
  readonly with?: Readonly<Record<string, string | boolean>>;
  readonly if?: string;
  readonly env?: Values;
  readonly "working-directory"?: string;
}

export interface Workflow {
  readonly env?: Values;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

/** A composite action. */
export interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

export interface WorkflowRun {
  readonly ok: boolean;
  readonly output: string;
  /** The text in `$GITHUB_STEP_SUMMARY`. */
  readonly summary: string;
}

export type Values = Readonly<Record<string, string>>;

/**
 * Runs the only job of a committed workflow as GitHub would, on a clean checkout: its `run` steps and the steps of
 * local actions in order, with their expressions resolved. An expression without a value becomes an empty text.
 */
export async function runWorkflow(name: string, runner: Runner, values: Values): Promise<WorkflowRun> {
  runner.checkOut();
  const { jobs, env = {} } = parse(readFileSync(join(runner.checkout, `.github/workflows/${name}.yml`), "utf8"));
  const [job] = Object.values((jobs as Workflow["jobs"]) ?? {});
  return await runSteps(job?.steps ?? [], runner, values, expanded(env, values));
}

/** Runs an action of the checkout with inputs, as the only step of a job. */
export const runAction = (runner: Machine, folder: string, inputs: Values, values: Values, env: Values) =>
  runSteps([{ uses: folder, with: inputs }], runner, values, env);

const githubShell = ["bash", "--noprofile", "--norc", "-eo", "pipefail"];

/** Starts the action's step that runs the commands, with the variables of that step. */
export function startCommands(machine: Machine, set: Values, env: Values): Started {
  const { runs } = parse(
    readFileSync(join(machine.checkout, ".github/actions/podwright/action.yml"), "utf8"),
  ) as Action;
  const script = runs.steps.find(({ id }) => id === "run")?.run ?? "";
  const files = {
    GITHUB_OUTPUT: join(machine.checkout, "../output"),
    GITHUB_STEP_SUMMARY: join(machine.checkout, "../summary"),
  };
  return machine.start(script, { ...env, ...files, ...set }, githubShell, machine.checkout);
}

async function runSteps(
  steps: readonly Step[],
  runner: Machine,
  values: Values,
  env: Values,
): Promise<WorkflowRun & { readonly known: Values }> {
  const files = {
    GITHUB_STEP_SUMMARY: join(runner.checkout, "../summary"),
    GITHUB_OUTPUT: join(runner.checkout, "../output"),
  };
  const known: Record<string, string> = { ...values };
  let [ok, output, summary] = [true, "", ""];
  for (const step of steps) {
    if (!holds(step.if ?? "success()", known, ok)) continue;
    for (const file of Object.values(files)) writeFileSync(file, "");
    const run = await runStep(step, runner, known, { ...env, ...expanded(step.env ?? {}, known), ...files });
    output += run.output;
    summary += run.summary ?? readFileSync(files.GITHUB_STEP_SUMMARY, "utf8");
    ok &&= run.ok;
    const outputs = run.outputs ?? readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean);
    for (const line of outputs) known[`steps.${step.id}.outputs.${line.split("=", 1)}`] = line.replace(/^.*?=/, "");
  }
  return { ok, output, summary, known };
}

async function runStep(
  step: Step,
  runner: Machine,
  known: Values,
  env: Values,
): Promise<{ ok: boolean; output: string; summary?: string; outputs?: readonly string[] }> {
  if (step.run !== undefined) {
    const folder = expand(step["working-directory"] ?? ".", known);
    const { output, exitCode } = await runner.start(step.run, env, githubShell, join(runner.checkout, folder)).ended;
    return { ok: exitCode === 0, output };
  }
  // The machine already has the tools that external actions install.
  if (!step.uses?.startsWith("./")) return { ok: true, output: "" };
  const file = join(runner.checkout, step.uses, "action.yml");
  const { inputs, outputs, runs } = parse(readFileSync(file, "utf8")) as Action;
  const given = Object.entries(step.with ?? {}).map(([name, value]) => [name, expand(String(value), known)]);
  const unknown = given.filter(([name = ""]) => !Object.hasOwn(inputs, name));
  if (unknown.length > 0) throw new Error(`the action has no input ${unknown}`);
  const defaults = Object.entries(inputs).map(([name, { default: text = "" }]) => [name, expand(text, known)]);
  const own = [...defaults, ...given].map(([name, value]) => [`inputs.${name}`, value]);
  const github = Object.entries(known).filter(([name]) => name.startsWith("github."));
  const run = await runSteps(runs.steps, runner, Object.fromEntries([...github, ...own]), env);
  return { ...run, outputs: Object.entries(outputs).map(([name, { value }]) => `${name}=${expand(value, run.known)}`) };
}

const expanded = (record: Values, known: Values) =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, expand(String(value), known)]));

const expand = (text: string, known: Values) =>
  text.replace(
    /\$\{\{ (.+?) \}\}/g,
    (_, names: string) =>
      names
        .split(" || ")
        .map((name) => known[name] ?? "")
        .find((value) => value !== "") ?? "",
  );

/** `name == 'text'` or `name != 'text'`, joined by `&&`; after a failure only `always()` steps run. */
function holds(condition: string, known: Values, ok: boolean): boolean {
  if (!ok && !condition.includes("always()")) return false;
  return condition.split(" && ").every((part) => {
    if (["success()", "always()"].includes(part)) return true;
    const [, name = "", operator, expected] = /^(\S+) (==|!=) '(.*)'$/.exec(part) ?? [];
    if (operator === undefined) throw new Error(`the test cannot read the condition: ${part}`);
    return ((known[name] ?? "") === expected) === (operator === "==");
  });
}
