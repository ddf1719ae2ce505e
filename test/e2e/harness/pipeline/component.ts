import { cpSync, globSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parse, parseAllDocuments } from "yaml";
import type { Ran, Runner } from "./runner";
import type { Values } from "./workflow";

export interface GitlabJob {
  readonly before_script: readonly string[];
  readonly script: readonly string[];
  readonly variables: Values;
  readonly needs?: readonly string[];
  readonly artifacts?: { readonly paths: readonly string[] };
}

interface Written extends Partial<GitlabJob> {
  readonly extends?: string;
}

/** A project's GitLab jobs, after GitLab has inserted the inputs into the included component. */
export function gitlabJobs(folder: string): Readonly<Record<string, GitlabJob>> {
  const { include } = parse(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8"));
  const [component] = include as [{ readonly local: string; readonly inputs: Values }];
  const text = readFileSync(join(folder, component.local), "utf8");
  const [head, body] = parseAllDocuments(text).map((one) => one.toJS());
  const { inputs } = head.spec as { inputs: Record<string, { default?: string | boolean }> };
  const unknown = Object.keys(component.inputs).filter((name) => !Object.hasOwn(inputs, name));
  if (unknown.length > 0) throw new Error(`the component has no input ${unknown}`);
  const filled = (value: string) =>
    value.replace(/\$\[\[ inputs\.([\w-]+) \]\]/g, (_, name: string) => {
      const given = component.inputs[name] ?? inputs[name]?.default;
      if (given === undefined) throw new Error(`the component has no value for ${name}`);
      return String(given);
    });
  const jobs = JSON.parse(JSON.stringify(body), (_, value) =>
    typeof value === "string" ? filled(value) : value,
  ) as Record<string, Written>;
  const whole = ({ extends: base, ...own }: Written): GitlabJob => {
    const below = base === undefined ? undefined : whole(jobs[base] ?? {});
    return { before_script: [], script: [], ...below, ...own, variables: { ...below?.variables, ...own.variables } };
  };
  return Object.fromEntries(Object.entries(jobs).map(([name, job]) => [name, whole(job)]));
}

export interface Script {
  readonly text: string;
  readonly env: Values;
}

/** GitLab's shell for a job's script. */
export const gitlabShell: readonly [string, ...string[]] = ["bash", "-eo", "pipefail"];

/** A job of the project's file as GitLab would run it: the project's variables override the job's. */
export function gitlabScript(checkout: string, name: string, project: Values): Script {
  const job = gitlabJobs(checkout)[`podwright-${name}`];
  if (job === undefined) throw new Error(`the component has no job ${name}`);
  const own = Object.entries(job.variables).map(([key, value]) => [
    key,
    value.replace(/^\$(\w+)$/, (_, other: string) => project[other] ?? ""),
  ]);
  const env = { ...Object.fromEntries(own), ...project, CI_PROJECT_DIR: checkout };
  return { text: [...job.before_script, ...job.script].join("\n"), env };
}

/** Runs a job of the committed file on a clean checkout. A job with `needs` gets the artifacts of the jobs before it. */
export async function gitlabJob(runner: Runner, name: string, project: Values): Promise<Ran> {
  runner.checkOut();
  const { needs, artifacts } = gitlabJobs(runner.checkout)[`podwright-${name}`] ?? {};
  const kept = `${runner.checkout}-artifacts`;
  if (needs !== undefined) cpSync(kept, runner.checkout, { recursive: true });
  const { text, env } = gitlabScript(runner.checkout, name, project);
  const ran = await runner.run(text, env, gitlabShell);
  rmSync(kept, { recursive: true, force: true });
  for (const file of globSync(artifacts?.paths ?? [], { cwd: runner.checkout })) {
    cpSync(join(runner.checkout, file), join(kept, file));
  }
  return ran;
}
