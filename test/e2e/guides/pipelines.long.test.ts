import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { type Emulator, startEmulator } from "../../../emulator";
import { type EmptyDesk, emptyDesk } from "../harness/guide/desk";
import { follow } from "../harness/guide/follow";
import { expectWellTyped } from "../harness/guide/types";
import { Gitlab } from "../harness/pipeline/gitlab";
import { Runner } from "../harness/pipeline/runner";
import { runWorkflow, type WorkflowRun } from "../harness/pipeline/workflow";
import { changeOutside } from "../harness/platform/outside";
import { repository } from "../harness/repository";

const passphrase = "only the runners know";

// A job is three or four commands of the engine, and a story some jobs.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 180_000 });

let desk: EmptyDesk;
const backendOf = (name: string) => join(desk.cwd, `../${name}`);

beforeAll(async () => {
  desk = emptyDesk();
  mkdirSync(backendOf("once"));
  const said = await follow("pipelines.md", {
    desk,
    url: "http://127.0.0.1:9",
    sections: ["once"],
    inserted: { "<address of the backend>": `file://${backendOf("once")}`, "<passphrase>": passphrase },
  });
  expect(said).toBe("");
  expectWellTyped(join(desk.cwd, "infrastructure"));
});

afterAll(() => desk?.clear());

test("GitHub Actions: merge request, merge, and the nightly drift that is found and repaired", async () => {
  const { emulator, runner, github } = await project();

  const preview = await github("preview");
  expect(preview.ok, preview.output).toBe(true);
  expect(preview.summary).toMatch(
    /^## Preview\n[\s\S]*\+ pulumi-nodejs:dynamic\/podwright:Pod: \(create\)[\s\S]*\n```\n\n## Cost\n[\s\S]*`web` Pod \| create[\s\S]*## No drift/,
  );
  expect(runner.github().comments).toEqual([{ on: "7", body: preview.summary }]);
  expect(emulator.state().pods).toEqual([]);

  const deploy = await github("deploy");
  expect(deploy.ok, deploy.output).toBe(true);
  const [pod] = emulator.state().pods;
  expect(pod?.status).toBe("RUNNING");

  const quiet = await github("drift");
  expect(quiet.ok, quiet.output).toBe(true);
  expect(quiet.summary).toMatch(/^## No drift\n/);
  expect(runner.github().issues).toEqual([]);

  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  const drifted = await github("drift");
  expect(drifted.ok, drifted.output).toBe(true);
  expect(drifted.summary).toContain("| `web` Pod | **stopped** | `desiredStatus` | `RUNNING` | `RUNNING` | `EXITED` |");
  expect(runner.github().issues).toEqual([{ number: 1, title: "Drift of production", body: drifted.summary }]);

  // What the deployment would do to it, which refreshes as well.
  const shown = await github("preview");
  expect(shown.summary, shown.output).toMatch(/~ pulumi-nodejs:dynamic\/podwright:Pod: \(update\)/);
  expect(shown.summary).toContain("previewed with --refresh");

  const repaired = await github("deploy");
  expect(repaired.ok, repaired.output).toBe(true);
  expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([{ id: pod?.id, status: "RUNNING" }]);

  const recovered = await github("recover");
  expect(recovered.output).toContain("Nothing is pending");
});

test("GitHub Actions: a large merge request over the budget fails after its report is posted, cut to what a comment holds", async () => {
  const { runner, github } = await project();
  runner.commit("index.ts", manyPods);

  const run = await github("preview", {}, { BUDGET: "0.50" });

  expect(run.ok).toBe(false);
  expect(run.summary, run.output).toMatch(
    /\n\(cut: the log of the job has it all\)\n```\n\n## Cost: over the budget\n[\s\S]*more lines[\s\S]*\n## No drift\n/,
  );
  expect(runner.github().comments).toEqual([{ on: "7", body: run.summary }]);
});

test("GitHub Actions: what cannot be told is not passed over, by a merge request or by night, each night in one issue", async () => {
  const { runner, github } = await project();
  const revoked = { "secrets.PODWRIGHT_READ_ONLY_KEY": "revoked" };

  const preview = await github("preview", revoked);
  expect(preview.ok).toBe(false);
  expect(preview.summary, preview.output).toMatch(/^## Preview\n[\s\S]*\n## Cost: not all[\s\S]*\n## No drift/);
  expect(runner.github().comments).toEqual([{ on: "7", body: preview.summary }]);

  const nights = [await github("drift", revoked), await github("drift", revoked)];
  expect(nights.map(({ ok }) => ok)).toEqual([false, false]);
  expect(runner.github().issues.map(({ title }) => title)).toEqual(["Drift check of production failed"]);
});

test("GitLab CI: the same, and the cron job beside the Kubernetes operator", async () => {
  const { emulator, runner, secrets } = await project();
  const gitlab = await Gitlab.start("project-token");
  onTestFinished(() => gitlab.close());
  const onMain = {
    ...secrets,
    PODWRIGHT_READ_ONLY_KEY: emulator.readOnlyKey,
    PODWRIGHT_DEPLOY_KEY: emulator.apiKey,
    GITLAB_TOKEN: "project-token",
    CI_API_V4_URL: gitlab.url,
    CI_PROJECT_ID: "1",
  };
  const { PODWRIGHT_DEPLOY_KEY: _, ...onBranch } = { ...onMain, CI_MERGE_REQUEST_IID: "2" };

  const preview = await gitlabJob(runner, "preview", onBranch);
  expect(preview.exitCode, preview.output).toBe(0);
  expect(gitlab.notes).toEqual([expect.stringMatching(/^## Preview[\s\S]*\n```\n\n## Cost[\s\S]*\n## No drift/)]);
  expect((await gitlabJob(runner, "preview", { ...onBranch, BUDGET: "0.50" })).exitCode).toBe(3);

  const deploy = await gitlabJob(runner, "deploy", onMain);
  expect(deploy.exitCode, deploy.output).toBe(0);
  const [pod] = emulator.state().pods;
  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  for (const night of [1, 2]) {
    const drift = await gitlabJob(runner, "drift", onMain);
    expect(drift.exitCode, `night ${night}: ${drift.output}`).toBe(0);
  }
  expect(gitlab.issues.map(({ title, body }) => [title, body])).toEqual([
    ["Drift of production", expect.stringContaining("| `web` Pod | **stopped** |")],
  ]);
  expect((await gitlabJob(runner, "drift", { ...onMain, PODWRIGHT_READ_ONLY_KEY: "revoked" })).exitCode).toBe(1);
  expect(gitlab.issues.map(({ title }) => title)).toEqual(["Drift of production", "Drift check of production failed"]);

  runner.checkOut();
  const { command, args } = cronJob();
  const nightly = await runner.run(args.join(""), { ...secrets, PODWRIGHT_API_KEY: emulator.readOnlyKey }, command);
  expect(nightly.exitCode, nightly.output).toBe(2);
  expect(nightly.output).toMatch(/^web +Pod +stopped/m);

  const recover = await gitlabJob(runner, "recover", onMain);
  expect(recover.exitCode, recover.output).toBe(0);
  expect(emulator.state().pods[0]?.status).toBe("RUNNING");
});

test("no job of GitLab's gets a key that may write without need, whatever the project's variables are", () => {
  const {
    variables: _,
    default: __,
    stages: ___,
    ...jobs
  } = gitlabFile(join(repository, "examples/pipelines/gitlab-ci"));
  const keys = Object.entries(jobs).map(([name, job]) => [name, (job as GitlabJob).variables?.PODWRIGHT_API_KEY]);

  expect(Object.fromEntries(keys)).toEqual({
    preview: "$PODWRIGHT_READ_ONLY_KEY",
    deploy: "$PODWRIGHT_DEPLOY_KEY",
    recover: "$PODWRIGHT_DEPLOY_KEY",
    drift: "$PODWRIGHT_READ_ONLY_KEY",
  });
});

test("the operator's manifests take from one secret what the guide puts into it, and the cron job's key may only read", () => {
  const files = ["stack", "drift"].map((name) => `examples/pipelines/kubernetes-operator/${name}.yaml`);
  const [stack = {}, drift = {}] = files.map((file) =>
    secretsIn(parseAllDocuments(read(file)).map((one) => one.toJS())),
  );

  const state = { PULUMI_BACKEND_URL: "podwright/backend-url", PULUMI_CONFIG_PASSPHRASE: "podwright/passphrase" };
  expect(stack).toEqual({ ...state, PODWRIGHT_API_KEY: "podwright/api-key" });
  expect(drift).toEqual({ ...state, PODWRIGHT_API_KEY: "podwright/read-only-key" });
  const made = [...read("docs/pipelines.md").matchAll(/--from-literal=([\w-]+)=/g)].map(
    ([, key]) => `podwright/${key}`,
  );
  expect(new Set(made)).toEqual(new Set([...Object.values(stack), ...Object.values(drift)]));
});

interface Project {
  readonly emulator: Emulator;
  readonly runner: Runner;
  readonly github: (
    name: string,
    values?: Record<string, string>,
    changed?: Record<string, string>,
  ) => Promise<WorkflowRun>;
  /** What opens the state. */
  readonly secrets: { readonly PULUMI_BACKEND_URL: string; readonly PULUMI_CONFIG_PASSPHRASE: string };
}

/** The guide's project as it is committed, with a platform and a state of its own. */
async function project(): Promise<Project> {
  const emulator = await startEmulator({ provision: 20, start: 20, workerStart: 20, strict: true });
  const at = { PODWRIGHT_BASE_URL: emulator.url, PODWRIGHT_SERVERLESS_URL: emulator.url };
  const runner = new Runner(join(desk.cwd, "infrastructure"), { ...desk.env, ...at });
  onTestFinished(async () => {
    runner.dispose();
    await emulator.close();
  });
  const backend = backendOf(new URL(emulator.url).port);
  cpSync(backendOf("once"), backend, { recursive: true });
  const secrets = { PULUMI_BACKEND_URL: `file://${backend}`, PULUMI_CONFIG_PASSPHRASE: passphrase };
  const known = {
    "secrets.PULUMI_BACKEND_URL": secrets.PULUMI_BACKEND_URL,
    "secrets.PULUMI_CONFIG_PASSPHRASE": passphrase,
    "secrets.PODWRIGHT_API_KEY": emulator.apiKey,
    "secrets.PODWRIGHT_READ_ONLY_KEY": emulator.readOnlyKey,
    "github.token": "token",
    "github.repository": "team/infrastructure",
    "github.event.pull_request.number": "7",
  };
  const github: Project["github"] = (name, values, changed) =>
    runWorkflow(name, runner, { ...known, ...values }, changed);
  return { emulator, runner, github, secrets };
}

/** More than a comment holds of each: preview and cost. */
const manyPods = `import { Pod } from "podwright";

for (let index = 1; index <= 200; index++) {
  new Pod(\`worker-with-a-name-of-some-length-\${index}\`, { image: "nginx:1.29", gpu: { id: "NVIDIA L4" } });
}
`;

interface GitlabJob {
  readonly script: readonly string[];
  readonly variables?: Readonly<Record<string, string>>;
}

type GitlabFile = Readonly<Record<string, unknown>> & {
  readonly variables: Readonly<Record<string, string>>;
  readonly default: { readonly before_script: readonly string[] };
};

function gitlabFile(folder: string): GitlabFile {
  return parse(readFileSync(join(folder, ".gitlab-ci.yml"), "utf8")) as GitlabFile;
}

/** Runs a job of the committed file as GitLab would: the project's variables win over the job's, and those over the file's. */
async function gitlabJob(runner: Runner, name: string, project: Readonly<Record<string, string>>) {
  runner.checkOut();
  const file = gitlabFile(runner.checkout);
  const { script, variables = {} } = file[name] as GitlabJob;
  const own = Object.entries(variables).map(([key, value]) => [
    key,
    value.replace(/^\$(\w+)$/, (_, other: string) => project[other] ?? ""),
  ]);
  const before = file.default.before_script.filter((line) => !line.includes("https://get.pulumi.com"));
  const env = { ...file.variables, ...Object.fromEntries(own), ...project };
  return await runner.run([...before, ...script].join("\n"), env, ["bash", "-eo", "pipefail"]);
}

function cronJob(): { readonly command: readonly string[]; readonly args: readonly string[] } {
  const [container] = parse(read("examples/pipelines/kubernetes-operator/drift.yaml")).spec.jobTemplate.spec.template
    .spec.containers;
  return container;
}

/** Variables of an object's environment that come from secrets, as `secret/key`. */
function secretsIn(part: unknown): Readonly<Record<string, string>> {
  if (typeof part !== "object" || part === null) return {};
  const { name, valueFrom } = part as { name?: string; valueFrom?: { secretKeyRef?: { name: string; key: string } } };
  const ref = valueFrom?.secretKeyRef;
  if (name !== undefined && ref !== undefined) return { [name]: `${ref.name}/${ref.key}` };
  return Object.assign(
    {},
    ...Object.entries(part).map(([key, value]) => {
      const secret = (value as { secret?: { name: string; key: string } } | null)?.secret;
      return secret === undefined ? secretsIn(value) : { [key]: `${secret.name}/${secret.key}` };
    }),
  );
}

function read(file: string): string {
  return readFileSync(join(repository, file), "utf8");
}
