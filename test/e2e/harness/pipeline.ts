import { execFileSync, spawn } from "node:child_process";
import { chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import type { TestStack } from "./stack";

const repository = resolve(__dirname, "../../..");
export const pipelines = join(repository, "examples/pipelines");

/** A runner with a clean checkout of the example's program: what it calls outside of itself is written down. */
export class Runner {
  readonly checkout: string;
  readonly #bin: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor({ dir, env }: Pick<TestStack, "dir" | "env">, project = join(pipelines, "stack")) {
    this.checkout = join(dir, "checkout");
    this.#bin = join(dir, "runner-bin");
    cpSync(project, this.checkout, { recursive: true });
    mkdirSync(this.#bin);
    this.#command("gh", 'echo "$@" >> "$CALLS"');
    this.#command("curl", 'echo "$@" >> "$CALLS"');
    // The registry is not ours to try: what it would bring is linked from the working copy.
    this.#command(
      "npm",
      `echo "npm $@" >> "$CALLS"
case "$1" in
  ci) rm -rf node_modules && cp -R "$MODULES" node_modules ;;
  test) exec node --test ;;
esac`,
    );
    this.#writeModules(join(dir, "modules"));
    this.#checkTypes(join(dir, "modules"));
    const { PODWRIGHT_E2E_SPEC: _, ...own } = env;
    this.#env = {
      ...own,
      PATH: `${this.#bin}${delimiter}${env.PATH ?? ""}`,
      CALLS: join(dir, "calls"),
      MODULES: join(dir, "modules"),
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };
  }

  /** Runs a script as a step of a pipeline; `shell` is how the pipeline calls it. */
  async run(script: string, env: NodeJS.ProcessEnv = {}, shell: readonly string[] = ["bash", "-e"]): Promise<Ran> {
    const [command = "bash", ...args] = shell;
    const child = spawn(command, [...args, "-c", `exec 2>&1\n${script}`], {
      cwd: this.checkout,
      env: { ...this.#env, ...env },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [output, exitCode] = await Promise.all([
      text(child.stdout),
      new Promise<number | null>((ended) => child.on("close", ended)),
    ]);
    return { output, exitCode };
  }

  /** The calls of `gh`, `curl` and `npm` since the last look. */
  calls(): string[] {
    const file = this.#env.CALLS ?? "";
    if (!existsSync(file)) return [];
    const calls = readFileSync(file, "utf8").trimEnd().split("\n");
    writeFileSync(file, "");
    return calls.filter((call) => call !== "");
  }

  #command(name: string, script: string): void {
    writeFileSync(join(this.#bin, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(this.#bin, name), 0o755);
  }

  /** Once, and not with every command of Pulumi. */
  #checkTypes(modules: string): void {
    const linked = join(this.checkout, "node_modules");
    cpSync(modules, linked, { recursive: true, verbatimSymlinks: true });
    execFileSync(join(repository, "node_modules/.bin/tsc"), ["-p", this.checkout], { stdio: "pipe" });
    rmSync(linked, { recursive: true });
  }

  #writeModules(folder: string): void {
    mkdirSync(join(folder, ".bin"), { recursive: true });
    for (const name of ["@pulumi", "@types", "typescript", "ts-node"]) {
      symlinkSync(join(repository, "node_modules", name), join(folder, name));
    }
    symlinkSync(repository, join(folder, "podwright"));
    // npm makes commands executable when it installs them; the compiler does not.
    const command = `#!/bin/sh\nexec node ${join(repository, "dist/cli/main.js")} "$@"\n`;
    writeFileSync(join(folder, ".bin/podwright"), command, { mode: 0o755 });
  }
}

export interface Ran {
  readonly output: string;
  readonly exitCode: number | null;
}

export interface Step {
  readonly id?: string;
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly "continue-on-error"?: boolean;
}

export interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>;
}

export interface WorkflowRun {
  readonly ok: boolean;
  readonly output: string;
  /** What `$GITHUB_STEP_SUMMARY` got. */
  readonly summary: string;
}

/** Runs the one job of a workflow as GitHub would: its `run` steps in order, with the expressions it uses resolved. */
export async function runWorkflow(
  { jobs, env }: Workflow,
  runner: Runner,
  values: Readonly<Record<string, string>>,
): Promise<WorkflowRun> {
  const [job] = Object.values(jobs);
  const files = {
    GITHUB_STEP_SUMMARY: join(runner.checkout, "../summary"),
    GITHUB_OUTPUT: join(runner.checkout, "../output"),
  };
  for (const file of Object.values(files)) writeFileSync(file, "");
  const known: Record<string, string> = { ...values };
  const resolved = (record: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(record).map(([key, value]) => [key, expand(value, known)]));
  let output = "";
  let ok = true;
  for (const step of job?.steps ?? []) {
    if (step.run === undefined || !ok || (step.if !== undefined && !holds(step.if, known))) continue;
    const ran = await runner.run(step.run, { ...resolved(env), ...resolved(step.env ?? {}), ...files });
    output += ran.output;
    const failed = ran.exitCode !== 0;
    if (step.id !== undefined) known[`steps.${step.id}.outcome`] = failed ? "failure" : "success";
    for (const line of readFileSync(files.GITHUB_OUTPUT, "utf8").split("\n").filter(Boolean)) {
      const [key = "", value = ""] = line.split("=", 2);
      known[`steps.${step.id}.outputs.${key}`] = value;
    }
    ok = !failed || step["continue-on-error"] === true;
  }
  return { ok, output, summary: readFileSync(files.GITHUB_STEP_SUMMARY, "utf8") };
}

function expand(value: string, known: Readonly<Record<string, string>>): string {
  return value.replace(/\$\{\{ (.+?) \}\}/g, (_, name: string) => lookUp(name, known));
}

/** `name == 'text'` or `name != 'text'`. */
function holds(condition: string, known: Readonly<Record<string, string>>): boolean {
  const [, name = "", operator, expected] = /^(\S+) (==|!=) '(.*)'$/.exec(condition) ?? [];
  if (operator === undefined) throw new Error(`the test cannot read the condition: ${condition}`);
  return (lookUp(name, known) === expected) === (operator === "==");
}

function lookUp(name: string, known: Readonly<Record<string, string>>): string {
  const value = known[name];
  if (value === undefined) throw new Error(`the workflow uses \`${name}\`, which the test does not know`);
  return value;
}
