import { execFileSync } from "node:child_process";
import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { actionlint } from "../../../toolchain/lib/test-tools/tools.mjs";
import { type EmptyDesk, emptyDesk } from "../harness/guide/desk";
import { expectWellTyped } from "../harness/guide/types";
import { gitlabJob, gitlabJobs } from "../harness/pipeline/component";
import { bot } from "../harness/pipeline/github";
import { Gitlab, bot as gitlabBot } from "../harness/pipeline/gitlab";
import { followOnce, type Project, project } from "../harness/pipeline/project";
import { startCommands } from "../harness/pipeline/workflow";
import { changeOutside } from "../harness/platform/outside";
import { repository } from "../harness/repository";
import { toolOrSkip } from "../harness/tools";

// A job takes three or four commands of the engine, and a story takes several jobs.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let desk: EmptyDesk;

beforeAll(async () => {
  desk = emptyDesk({ withPassphrase: true });
  expect(await followOnce(desk)).toBe("");
  expectWellTyped(join(desk.cwd, "infrastructure"));
});

afterAll(() => desk?.clear());

test("the GitHub workflows of pipelines.md preview pull requests, deploy merges and repair drift", async () => {
  const { emulator, github, host } = await project(desk);
  host.addComment("alice", "Somebody else's");

  const deploy = await github("deploy");
  expect(deploy.ok, deploy.output).toBe(true);
  const [pod] = emulator.state().pods;
  expect(pod?.status).toBe("RUNNING");

  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  const drifted = await github("drift");
  expect(drifted.ok, drifted.output).toBe(true);
  expect(drifted.summary).toContain("| `web` Pod | **stopped** | `desiredStatus` | `RUNNING` | `RUNNING` | `EXITED` |");
  const title = "Drift of pipeline";
  expect(host.issues).toMatchObject([{ title, body: `<!-- podwright pipeline -->\n${drifted.summary}`, open: true }]);

  // The preview shows what the deployment would change after its refresh.
  const preview = await github("preview");
  expect(preview.ok, preview.output).toBe(true);
  expect(preview.summary).toMatch(
    /\n## Preview\n[\s\S]*~ pulumi-nodejs:dynamic\/podwright:Pod: \(update\)[\s\S]*\n```\n\n## Cost\n[\s\S]*### Compared with `origin\/\w+` at [0-9a-f]{12}[\s\S]*the same cost[\s\S]*## Drift/,
  );
  expect(preview.summary).toContain("compares the program with RunPod");
  expect(commentsOf(host)).toEqual([
    ["alice", "Somebody else's"],
    [bot, commented(preview.summary)],
  ]);

  const repaired = await github("deploy");
  expect(repaired.ok, repaired.output).toBe(true);
  const recovered = await github("recover");
  expect(recovered.output).toContain("Nothing is pending");
  expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([{ id: pod?.id, status: "RUNNING" }]);

  const night = await github("drift");
  expect(night.ok, night.output).toBe(true);
  expect(night.summary).toMatch(/^`pipeline` at commit merged, .*\n\n## No drift\n/);
  expect(host.issues).toMatchObject([{ title, open: false }]);
});

test("the comment of Podwright's GitHub action, its summary and its errors contain no secret and no key", async () => {
  const { runner, emulator, act } = await project(desk);
  runner.commit("index.ts", secretPod("canary-value"));
  const unpermitted = await act({ command: "preview" }, { "github.token": "may only read" });
  expect(unpermitted.ok).toBe(false);
  expect(unpermitted.output).toContain(
    "::error::No comment, 403: does the job have the permission pull-requests: write?",
  );
  expect(unpermitted.summary).toMatch(/\n## Preview\n[\s\S]*\[secret\]/);
  expect(unpermitted.output + unpermitted.summary).not.toMatch(/canary-value|may only read/);
  expect(unpermitted.output).not.toContain(emulator.readOnlyKey);
});

test("the GitLab jobs of pipelines.md preview merge requests, deploy merges and find drift", async () => {
  const { emulator, runner, secrets } = await project(desk);
  const gitlab = await Gitlab.start("project-token");
  gitlab.addNote(7, "Somebody else's");
  onTestFinished(() => gitlab.close());
  const onMain = {
    ...secrets,
    PODWRIGHT_READ_ONLY_KEY: emulator.readOnlyKey,
    PODWRIGHT_DEPLOY_KEY: emulator.apiKey,
    GITLAB_TOKEN: "project-token",
    CI_API_V4_URL: gitlab.url,
    CI_PROJECT_ID: "1",
  };
  const { PODWRIGHT_DEPLOY_KEY: _, ...onBranch } = {
    ...onMain,
    CI_MERGE_REQUEST_IID: "2",
    CI_MERGE_REQUEST_TARGET_BRANCH_NAME: runner.branch,
  };

  const preview = await gitlabJob(runner, "preview", { ...onBranch, BUDGET: "0.50" });
  expect(preview.exitCode, preview.output).toBe(3);
  const report =
    /^<!-- podwright pipeline\/production -->\n.*\n\n## Preview[\s\S]*\+ pulumi-nodejs:dynamic\/podwright:Pod: \(create\)[\s\S]*\n```\n\n## Cost: over the budget\n[\s\S]*`web` Pod \| create[\s\S]*\n## No drift/;
  expect(gitlab.notes).toMatchObject([
    { body: "Somebody else's" },
    { author: gitlabBot, body: expect.stringMatching(report) },
  ]);

  const deploy = await gitlabJob(runner, "deploy", onMain);
  expect(deploy.exitCode, deploy.output).toBe(0);
  const [pod] = emulator.state().pods;
  await changeOutside(emulator, "Pod", pod?.id ?? "", { status: "EXITED" });
  for (const job of ["drift", "report"]) {
    const { exitCode, output } = await gitlabJob(runner, job, onMain);
    expect(exitCode, `${job}: ${output}`).toBe(0);
  }
  expect(gitlab.issues.map(({ title, description }) => [title, description])).toEqual([
    ["Drift of pipeline", expect.stringContaining("| `web` Pod | **stopped** |")],
  ]);
  for (const job of ["drift", "report"]) {
    expect((await gitlabJob(runner, job, { ...onMain, PODWRIGHT_READ_ONLY_KEY: "revoked" })).exitCode).toBe(1);
  }
  expect(gitlab.issues.map(({ title }) => title)).toEqual(["Drift check of pipeline failed"]);

  runner.checkOut();
  runner.install();
  const keys = { ...secrets, PODWRIGHT_API_KEY: emulator.readOnlyKey };
  const nightly = await runner.run(cronJob().join(" "), keys);
  expect(nightly.exitCode, nightly.output).toBe(2);
  expect(nightly.output).toMatch(/^web +Pod +stopped/m);

  const recover = await gitlabJob(runner, "recover", onMain);
  expect(recover.exitCode, recover.output).toBe(0);
  expect(emulator.state().pods[0]?.status).toBe("RUNNING");
});

test("a new deployment uses the pod of a deployment that GitHub cancelled", async () => {
  const { emulator, runner, github, secrets } = await project(desk, { provision: 30_000 });
  runner.checkOut();
  runner.install();
  const env = { ...secrets, PODWRIGHT_API_KEY: emulator.apiKey };
  const job = startCommands(runner, { COMMANDS: "deploy", STACK: "production", RECOVER: "true", FOLDER: "." }, env);
  await expect.poll(() => emulator.state().pods.length, { timeout: 60_000 }).toBe(1);

  // GitHub's runner signals like this.
  const ended = job.ended.then(() => true);
  for (const [signal, ms] of [
    ["SIGINT", 7_500],
    ["SIGTERM", 2_500],
  ] as const) {
    job.signal(signal);
    if (await Promise.race([ended, setTimeout(ms, false)])) break;
  }
  job.signal("SIGKILL");
  const { output } = await job.ended;
  expect(output).toContain("^C received; cancelling");
  expect(locksIn(secrets.PULUMI_BACKEND_URL)).toEqual([]);

  emulator.advance(30_000);
  const next = await github("deploy");
  expect(next.ok, next.output).toBe(true);
  expect(emulator.state().pods.map(({ status }) => status)).toEqual(["RUNNING"]);
});

test("the workflows of pipelines.md pass actionlint", (context) => {
  const cwd = join(desk.cwd, "infrastructure");
  const workflows = readdirSync(join(cwd, ".github/workflows")).map((name) => `.github/workflows/${name}`);
  expect(workflows).toHaveLength(4);
  execFileSync(toolOrSkip(actionlint, context), workflows, { cwd, stdio: "pipe" });
});

test("the GitLab jobs of pipelines.md for previews and drift get only a read-only key", () => {
  const jobs = gitlabJobs(join(desk.cwd, "infrastructure"));
  const keys = Object.entries(jobs).map(([name, { variables }]) => [name, variables.PODWRIGHT_API_KEY]);

  expect(Object.fromEntries(keys)).toEqual({
    ".podwright": undefined,
    "podwright-preview": "$PODWRIGHT_READ_ONLY_KEY",
    "podwright-deploy": "$PODWRIGHT_DEPLOY_KEY",
    "podwright-recover": "$PODWRIGHT_DEPLOY_KEY",
    "podwright-drift": "$PODWRIGHT_READ_ONLY_KEY",
    "podwright-report": undefined,
  });
});

test("the Kubernetes manifests of pipelines.md use only secrets that pipelines.md creates", () => {
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

const commented = (report: string) => `<!-- podwright pipeline/production -->\n${report}`;

const commentsOf = ({ comments }: Project["host"]) => comments.map(({ author, body }) => [author, body]);

const locksIn = (backend: string) => {
  const locks = join(new URL(backend).pathname, ".pulumi/locks");
  return existsSync(locks) ? globSync("**/*.json", { cwd: locks }) : [];
};

const secretPod = (value: string) => `import { Pod } from "podwright";

new Pod("web", { image: "nginx:1.29", gpu: { id: "NVIDIA L4" }, env: { TOKEN: "${value}" } });
`;

/** The command of the cron job's main container. An init container without secrets installs its packages. */
function cronJob(): readonly string[] {
  const [container] = parse(read("examples/pipelines/kubernetes-operator/drift.yaml")).spec.jobTemplate.spec.template
    .spec.containers;
  return container.command;
}

/** The environment variables of an object that come from secrets, as `secret/key`. */
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
