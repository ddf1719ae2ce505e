import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import type { Emulator } from "../../emulator";
import { emulated } from "./harness/emulated";
import { changeOutside } from "./harness/outside";
import { pipelines, Runner, runWorkflow, type Workflow, type WorkflowRun } from "./harness/pipeline";
import type { TestStack } from "./harness/stack";

test("GitHub Actions: merge request, merge, and the nightly drift that is found and repaired", async () => {
  const { emulator, stack, runner } = await checkedOut();
  const run = (name: string, secrets: Record<string, string> = {}): Promise<WorkflowRun> =>
    runWorkflow(workflow(name), runner, {
      "vars.PULUMI_BACKEND_URL": stack.env.PULUMI_BACKEND_URL ?? "",
      "secrets.PULUMI_CONFIG_PASSPHRASE": stack.env.PULUMI_CONFIG_PASSPHRASE ?? "",
      "secrets.PODWRIGHT_API_KEY": emulator.apiKey,
      "secrets.PODWRIGHT_READ_ONLY_KEY": emulator.readOnlyKey,
      "github.token": "token",
      "github.repository": "team/infrastructure",
      "github.event.pull_request.number": "7",
      ...secrets,
    });

  const preview = await run("preview");
  expect(preview.ok, preview.output).toBe(true);
  expect(preview.summary).toMatch(
    /^## Preview\n[\s\S]*\+ pulumi-nodejs:dynamic\/podwright:Pod: \(create\)[\s\S]*## Cost\n[\s\S]*`web` Pod \| create[\s\S]*## No drift/,
  );
  expect(runner.calls()).toEqual(["npm ci", "pr comment 7 --edit-last --create-if-none --body-file report.md"]);
  expect(emulator.state().pods).toEqual([]);

  const deploy = await run("deploy");
  expect(deploy.ok, deploy.output).toBe(true);
  const [pod] = emulator.state().pods;
  expect(pod?.status).toBe("RUNNING");

  const quiet = await run("drift");
  expect(quiet.ok, quiet.output).toBe(true);
  expect(quiet.summary).toMatch(/^## No drift\n/);
  expect(runner.calls().filter((call) => call.startsWith("issue"))).toEqual([]);

  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  const drifted = await run("drift");
  expect(drifted.ok, drifted.output).toBe(true);
  expect(drifted.summary).toContain("| `web` Pod | **stopped** | `desiredStatus` | `RUNNING` | `RUNNING` | `EXITED` |");
  expect(runner.calls()).toContain("issue create --title Drift of production --body-file drift.md");

  const repaired = await run("deploy");
  expect(repaired.ok, repaired.output).toBe(true);
  expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([{ id: pod?.id, status: "RUNNING" }]);

  const recovered = await run("recover");
  expect(recovered.output).toContain("Nothing is pending");
});

test("GitHub Actions: a merge request over the budget fails after its report is posted", async () => {
  const { emulator, stack, runner } = await checkedOut();
  const dear = workflow("preview");

  const run = await runWorkflow({ ...dear, env: { ...dear.env, BUDGET: "0.50" } }, runner, {
    "vars.PULUMI_BACKEND_URL": stack.env.PULUMI_BACKEND_URL ?? "",
    "secrets.PULUMI_CONFIG_PASSPHRASE": stack.env.PULUMI_CONFIG_PASSPHRASE ?? "",
    "secrets.PODWRIGHT_READ_ONLY_KEY": emulator.readOnlyKey,
    "github.token": "token",
    "github.event.pull_request.number": "7",
  });

  expect(run.ok).toBe(false);
  expect(run.summary, run.output).toContain("## Cost: over the budget");
  expect(runner.calls()).toContain("pr comment 7 --edit-last --create-if-none --body-file report.md");
});

test("GitLab CI: the same, and the cron job beside the Kubernetes operator", async () => {
  const { emulator, stack, runner } = await checkedOut();
  const ci = gitlab();
  const job = async (name: string, env: Record<string, string> = {}) => {
    const { script, variables = {} } = ci[name] as GitlabJob;
    const all = {
      ...ci.variables,
      ...env,
      ...(variables.PODWRIGHT_API_KEY ? { PODWRIGHT_API_KEY: emulator.readOnlyKey } : {}),
    };
    const before = ci.default.before_script.filter((line) => line.startsWith("npm"));
    return await runner.run([...before, ...script].join("\n"), {
      GITLAB_TOKEN: "token",
      CI_API_V4_URL: "https://git.invalid",
      ...all,
    });
  };

  const preview = await job("preview", { CI_PROJECT_ID: "1", CI_MERGE_REQUEST_IID: "2" });
  expect(preview.exitCode, preview.output).toBe(0);
  expect(readFileSync(join(runner.checkout, "report.md"), "utf8")).toMatch(
    /## Preview[\s\S]*## Cost[\s\S]*## No drift/,
  );
  expect(runner.calls().at(-1)).toContain("body@report.md https://git.invalid/projects/1/merge_requests/2/notes");
  expect((await job("preview", { BUDGET: "0.50" })).exitCode).toBe(3);

  const deploy = await job("deploy");
  expect(deploy.exitCode, deploy.output).toBe(0);
  const [pod] = emulator.state().pods;
  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  runner.calls();
  const drift = await job("drift", { CI_PROJECT_ID: "1" });
  expect(drift.exitCode, drift.output).toBe(0);
  expect(runner.calls().at(-1)).toContain("title=Drift of production");

  const { command, args } = cronJob();
  const nightly = await runner.run(args.join(""), {}, command);
  expect(nightly.exitCode, nightly.output).toBe(2);
  expect(nightly.output).toMatch(/^web +Pod +stopped/m);

  const recover = await job("recover");
  expect(recover.exitCode, recover.output).toBe(0);
  expect(emulator.state().pods[0]?.status).toBe("RUNNING");
  expect(stack.host).toBe("dynamic");
});

interface CheckedOut {
  readonly emulator: Emulator;
  readonly stack: TestStack;
  readonly runner: Runner;
}

/** A runner whose stack exists already, as a project has it. */
async function checkedOut(): Promise<CheckedOut> {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  const runner = new Runner(stack);
  const made = await runner.run("pulumi stack init production --non-interactive");
  if (made.exitCode !== 0) throw new Error(made.output);
  return { emulator, stack, runner };
}

function workflow(name: string): Workflow {
  return parse(readFileSync(join(pipelines, `github-actions/${name}.yml`), "utf8")) as Workflow;
}

interface GitlabJob {
  readonly script: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

type Gitlab = Readonly<Record<string, unknown>> & {
  readonly variables: Readonly<Record<string, string>>;
  readonly default: { readonly before_script: readonly string[] };
};

function gitlab(): Gitlab {
  return parse(readFileSync(join(pipelines, "gitlab-ci/.gitlab-ci.yml"), "utf8")) as Gitlab;
}

function cronJob(): { readonly command: readonly string[]; readonly args: readonly string[] } {
  const file = readFileSync(join(pipelines, "kubernetes-operator/drift.yaml"), "utf8");
  const [container] = parse(file).spec.jobTemplate.spec.template.spec.containers;
  return container;
}

test("the operator's manifests are objects that name their secrets alike", () => {
  const file = readFileSync(join(pipelines, "kubernetes-operator/stack.yaml"), "utf8");
  const objects = parseAllDocuments(file).map(
    (document) => document.toJS() as { kind: string; spec?: { envRefs?: object } },
  );

  expect(objects.map(({ kind }) => kind)).toEqual(["ServiceAccount", "ClusterRoleBinding", "Stack"]);
  expect(Object.keys(objects[2]?.spec?.envRefs ?? {}).sort()).toEqual([
    "PODWRIGHT_API_KEY",
    "PULUMI_BACKEND_URL",
    "PULUMI_CONFIG_PASSPHRASE",
  ]);
});
