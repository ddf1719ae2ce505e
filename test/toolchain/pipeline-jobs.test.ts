import { execFileSync } from "node:child_process";
import { readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { gitlabJobs } from "../e2e/harness/pipeline/component";
import { bot, Github } from "../e2e/harness/pipeline/github";
import { Gitlab, bot as gitlabBot } from "../e2e/harness/pipeline/gitlab";
import { JobMachine } from "./support/job-machine";

const repository = join(__dirname, "../..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

let machine: JobMachine;

beforeEach(() => {
  machine = new JobMachine();
});

afterEach(() => machine.dispose());

/** Logs each signal, and ends with exit code 7 when the test asks for it. */
const signalled = `
trap 'echo signal >> "$MACHINE/signals"' INT
echo started > "$MACHINE/started"
until [ -e "$MACHINE/end" ] || [ ! -d "$MACHINE" ]; do sleep 0.02; done
exit 7
`;

describe("a cancelled CI job", () => {
  test.each([
    ["deploy of the action", () => machine.startAction("deploy cost"), 7],
    ["preview of the action", () => machine.startAction("preview cost"), 7],
    ["deploy of the GitLab component", () => machine.startJob("deploy"), 7],
    ["preview of the GitLab component", () => machine.startJob("preview"), 1],
  ] as const)("passes each signal on to Pulumi: %s", async (_, start, code) => {
    machine.answer("pulumi", signalled);
    const job = start();
    await expect.poll(() => machine.read("started")).toBe("started\n");

    job.signal("SIGINT");
    await expect.poll(() => machine.read("signals")).toBe("signal\n");
    job.signal("SIGTERM");
    await expect.poll(() => machine.read("signals")).toBe("signal\nsignal\n");
    machine.write("end", "");

    expect((await job.ended).exitCode).toBe(code);
    expect(machine.calls()).toEqual([expect.stringMatching(/^pulumi (up|preview) /)]);
  });
});

describe("a deployment after a killed run", () => {
  const lockOf = (who: string) =>
    `  file:///state/locks/1.json: created by ${who} (pid 999999) at 2026-05-01T10:00:00Z`;

  /** The stack's tag contains earlier runners. A lock remains until `pulumi cancel`. */
  const locked = (who: string) => `
case "$1 $2 $3" in
  "stack tag get") echo "runner@one runner@two";;
  "cancel "*) touch "$MACHINE/unlocked";;
  "up "*) [ -e "$MACHINE/unlocked" ] || { echo "error: the stack is currently locked by 1 lock(s)
${lockOf(who)}" >&2; exit 255; };;
esac
`;
  const systems = {
    "the action": () => machine.startAction("deploy", { RECOVER: "true" }),
    "the GitLab component": () => {
      machine.include({ recover: "true" });
      return machine.startJob("deploy");
    },
  };
  const withoutTags = () => machine.calls().filter((call) => !call.startsWith("pulumi stack tag"));

  test.each(Object.entries(systems))("removes the lock of the killed run in %s", async (_, start) => {
    machine.answer("pulumi", locked("runner@two"));
    const { output, exitCode } = await start().ended;

    expect(exitCode, output).toBe(0);
    expect(withoutTags().map((call) => call.split(" ", 2).join(" "))).toEqual([
      "podwright recover",
      "pulumi up",
      "pulumi cancel",
      "podwright recover",
      "pulumi up",
    ]);
  });

  test.each(Object.entries(systems))("does not remove another user's lock in %s", async (_, start) => {
    machine.answer("pulumi", locked("alice@laptop"));
    const { output } = await start().ended;

    expect(output).toContain("created by alice@laptop");
    expect(withoutTags().filter((call) => call.startsWith("pulumi cancel"))).toEqual([]);
    expect(withoutTags().filter((call) => call.startsWith("pulumi up"))).toHaveLength(1);
  });

  test("removes neither of two locks if one lock belongs to another user", async () => {
    machine.answer("pulumi", locked(`runner@two (pid 7) at 2026-05-01T10:00:00Z\n${lockOf("alice@laptop")}`));
    await machine.startAction("deploy", { RECOVER: "true" }).ended;

    expect(withoutTags().filter((call) => call.startsWith("pulumi cancel"))).toEqual([]);
  });

  test("records the machine in a tag of the stack before Pulumi locks the stack", async () => {
    machine.answer("pulumi", locked("runner@two"));
    await machine.startAction("deploy", { RECOVER: "true" }).ended;

    const [, tagged = "", ...rest] = machine.calls();
    expect(tagged).toMatch(/^pulumi stack tag set podwright:runners \S+@\S+ runner@one runner@two --stack prod$/);
    expect(rest[0]).toMatch(/^podwright recover/);
  });

  test.each(Object.entries(systems))(
    "first deletes the empty file beside which Pulumi reads no stack in %s",
    async (_, start) => {
      const torn = '[ -e "$MACHINE/repaired" ] || { echo "error: failed to load checkpoint: EOF" >&2; exit 255; }';
      machine.answer("pulumi", `${torn}\n${locked("runner@two")}`);
      machine.answer(
        "podwright",
        `case "$*" in *--yes*) touch "$MACHINE/repaired";; esac\n${torn}\n[ -e "$MACHINE/unlocked" ] || { echo "${lockOf("runner@two")}" >&2; exit 1; }`,
      );
      const { output, exitCode } = await start().ended;

      expect(exitCode, output).toBe(0);
      expect(machine.calls().map((call) => call.split(" ", 3).join(" "))).toEqual([
        ...[
          "pulumi stack tag",
          "pulumi stack tag",
          "podwright recover --stack",
          "pulumi stack tag",
          "pulumi stack tag",
        ],
        ...["podwright recover --stack", "pulumi cancel --stack", "podwright recover --stack", "pulumi up --stack"],
      ]);
      expect(machine.calls()[4]).toContain("runner@one runner@two");
    },
  );

  test("removes no lock without the input `recover`", async () => {
    machine.answer("pulumi", locked("runner@two"));
    await machine.startAction("deploy").ended;

    expect(machine.calls()).toEqual([expect.stringMatching(/^pulumi up /)]);
  });
});

describe("a pipeline", () => {
  test.each(["the action", "the GitLab component"])(
    "installs podwright only if the pipeline names the npm package: %s",
    async (system) => {
      machine.remove("podwright");
      const started = (name: string) => {
        if (system === "the action") return machine.startAction("deploy", { PACKAGE: name });
        machine.include({ package: name });
        return machine.startJob("deploy");
      };
      const none = await started("").ended;
      expect(none.exitCode).toBe(1);
      expect(none.output).toContain(
        "error: The command podwright was not found. Add the npm package podwright to the project, or set",
      );
      expect(machine.calls()).toEqual([]);

      await started("./vendor/podwright.tgz").ended;
      expect(machine.calls()[0]).toMatch(/^npm install --global --ignore-scripts .* \.\/vendor\/podwright\.tgz$/);
    },
  );

  test("hides its secrets from the commands that install the program's dependencies on GitLab", async () => {
    machine.include({ prepare: 'env > "$MACHINE/seen"' });
    const secrets = ["PODWRIGHT_DEPLOY_KEY", "PODWRIGHT_READ_ONLY_KEY", "GITLAB_TOKEN", "PULUMI_CONFIG_PASSPHRASE"];
    const project = Object.fromEntries(secrets.map((name) => [name, `canary-${name}`]));
    machine.answer("pulumi", 'echo "$PODWRIGHT_API_KEY" > "$MACHINE/key"');
    await machine.startJob("deploy", project).ended;

    expect(machine.read("seen")).toContain("CI_PROJECT_DIR=");
    expect(machine.read("seen")).not.toContain("canary");
    expect(machine.read("key")).toBe("canary-PODWRIGHT_DEPLOY_KEY\n");
  });

  test.each([
    ...["preview", "deploy", "drift", "recover"].map((name) => `examples/pipelines/github-actions/${name}.yml`),
    ".github/workflows/ci.yml",
    ".github/workflows/release.yml",
  ])("gives no secrets to steps that install packages: %s", (file) => {
    const { env = {}, jobs } = parse(read(file));
    const all = Object.values(jobs) as { env?: object; steps?: { run?: string; env?: object }[] }[];
    for (const place of [{ env }, ...all]) expect(JSON.stringify(place.env ?? {})).not.toContain("secrets.");
    const installing = all.flatMap(({ steps = [] }) => steps.filter(({ run }) => run?.startsWith("npm ci")));
    for (const step of installing) expect(step.env).toBeUndefined();
  });
});

describe("the GitHub action", () => {
  let github: Github;

  beforeEach(async () => {
    github = await Github.start();
    onTestFinished(() => github.close());
    machine.dispose();
    machine = new JobMachine(github.env);
    machine.answer("pulumi", "echo '+ podwright:index:Pod: (create)'");
    machine.answer("podwright", 'echo "## $1 of the stack"');
  });

  const act = (inputs: Record<string, string>, known: Record<string, string> = {}) =>
    machine.act(inputs, { ...github.known, ...known });
  const bodies = () => github.comments.map(({ body }) => body);
  const mark = "<!-- podwright infra/prod -->\n";

  test("updates the same comment of a pull request in each run", async () => {
    const first = await act({ command: "preview cost drift" });
    expect(first.ok, first.output).toBe(true);
    expect(bodies()).toEqual([
      `${mark}\`infra/prod\` at commit head, [log](https://github.example/team/infrastructure/actions/runs/11)\n\n## Preview\n\n\`\`\`text\n+ podwright:index:Pod: (create)\n\`\`\`\n\n## cost of the stack\n\n## drift of the stack\n\n`,
    ]);

    await act({ command: "preview", stack: "other" });
    await act({ command: "cost" }, { "github.event.pull_request.head.sha": "newer" });
    expect(bodies()).toEqual([
      expect.stringContaining("at commit newer"),
      expect.stringMatching(/^<!-- podwright infra\/other -->\n/),
    ]);
  });

  test("never overwrites a comment of another author", async () => {
    github.addComment("mallory", `${mark}No drift. Approved by the security team`);
    github.addComment("", `${mark}of an account that is gone`);
    await act({ command: "cost" });

    expect(github.comments.map(({ author }) => author)).toEqual(["mallory", "", bot]);
    expect(bodies()[0]).toBe(`${mark}No drift. Approved by the security team`);
  });

  test("leaves one comment even if another run adds a comment at the same time", async () => {
    github.beforeComment = () => {
      github.beforeComment = () => undefined;
      github.addComment(bot, `${mark}of the other run`);
    };
    await act({ command: "cost" });

    expect(bodies()).toEqual([expect.stringContaining("## cost of the stack")]);
  });

  test("omits everything that a failed preview printed from the comment", async () => {
    machine.answer("pulumi", 'echo "Error: canary-value"; echo "error: canary-value" >&2; exit 255');
    const run = await act({ command: "preview" });

    expect(run.ok).toBe(false);
    expect(run.output).toContain("canary-value");
    expect(run.output).toContain("::error::Failed: preview.");
    expect(bodies()[0]).toMatch(/## Preview: failed, the log of the job says why\n\n$/);
    expect(bodies()[0] + run.summary).not.toContain("canary-value");
  });

  test("names a missing permission, and still shows the report in the job's summary", async () => {
    const run = await act({ command: "preview" }, { "github.token": "may only read" });

    expect(run.ok).toBe(false);
    expect(run.output).toContain("::error::No comment, 403: does the job have the permission pull-requests: write?");
    expect(run.output).not.toContain("may only read");
    expect(run.summary).toContain("+ podwright:index:Pod: (create)");
    expect(bodies()).toEqual([]);
  });

  test("refuses a command that it does not know", async () => {
    const run = await act({ command: "previw" });

    expect(run.ok).toBe(false);
    expect(run.output).toContain('::error::The input "command" must name preview, cost, drift or deploy');
    expect(machine.calls()).toEqual([]);
    expect(bodies()).toEqual([]);
  });

  test("names every command that failed, and writes no comment with `comment: false`", async () => {
    machine.answer("pulumi", "exit 255");
    const run = await act({ command: "preview deploy", comment: "false" });

    expect(run.ok).toBe(false);
    expect(run.summary).toMatch(/\n## Preview: failed, the log of the job says why\n[\s\S]*\n## Not deployed, the log/);
    expect(run.output).toContain("::error::Failed: preview deploy.");
    expect(bodies()).toEqual([]);
  });

  test("writes a comment even if the cost exceeds the budget", async () => {
    machine.answer("podwright", 'echo "## Cost: over the budget"; exit 3');
    const run = await act({ command: "cost", budget: "5.00" });

    expect(machine.calls()).toEqual(["podwright cost --stack prod --refresh --budget 5.00 --output markdown"]);
    expect(run.ok).toBe(false);
    expect(run.known["steps.undefined.outputs.cost"]).toBe("3");
    expect(bodies()[0]).toContain("## Cost: over the budget");

    await act({ command: "cost" });
    expect(machine.calls()[1]).toBe("podwright cost --stack prod --refresh --output markdown");

    await act({ command: "cost", "volume-price": "0.07", "allow-unknown-prices": "true" });
    expect(machine.calls()[2]).toBe(
      "podwright cost --stack prod --refresh --volume-price 0.07 --allow-unknown-prices --output markdown",
    );
  });

  test("keeps the text of a preview inside a Markdown block", async () => {
    machine.write("printed", "name: a\r# No drift\u001b]52;c;aGk=\u0007\u202e\n```\n````\n## Approved by @security\n");
    machine.answer("pulumi", 'cat "$MACHINE/printed"');
    await act({ command: "preview" });

    expect(bodies()[0]).toContain(
      "`````text\nname: a# No drift]52;c;aGk=\n```\n````\n## Approved by @security\n`````\n",
    );
  });

  test("masks secrets of the environment and passwords of addresses in a preview", async () => {
    machine.write("printed", "postgres://ada:p@ss%40word@db/state\nkey canary-key-1234, see https://runpod.io/a@b\n");
    machine.answer("pulumi", 'cat "$MACHINE/printed"');
    await machine.act({ command: "preview" }, github.known, { PODWRIGHT_API_KEY: "canary-key-1234" });

    expect(bodies()[0]).toContain("postgres://[secret]@db/state\nkey [secret], see https://runpod.io/a@b\n");
  });

  test("reports every stack below a folder that has no project itself", async () => {
    rmSync(join(machine.checkout, "Pulumi.yaml"));
    machine.answer("podwright", 'echo "## drift"; exit 2');
    const night = await act({ command: "drift", stack: "", all: "true", issue: "true" });

    expect(night.ok, night.output).toBe(true);
    expect(github.issues.map(({ title }) => title)).toEqual(["Drift of checkout"]);
  });

  test("ends a long comment with a whole line", async () => {
    machine.answer("pulumi", "seq 1 9000");
    await act({ command: "preview" });

    expect(bodies()[0]).toMatch(/\n(\d+)\n\(cut: the log of the job has it all\)\n```\n/);
    expect(bodies()[0]?.length).toBeLessThan(21_000);
  });

  test("makes the GitHub runner ignore commands in a program's output", async () => {
    machine.answer("pulumi", "echo '::set-output name=drift::0'");
    const { output } = await act({ command: "preview deploy" });

    const [, token] = /^::stop-commands::([\da-f]{32})$/m.exec(output) ?? [];
    const between = output.slice(output.indexOf("::stop-commands::"), output.indexOf(`::${token}::`));
    expect(between.match(/::set-output/g)).toHaveLength(2);
    expect(output.match(/::set-output/g)).toHaveLength(2);
  });

  test("reports the drift of all stacks of the project in a single issue", async () => {
    machine.answer("podwright", 'echo "## drift"; exit 2');
    const night = await act({ command: "drift cost", stack: "", all: "true", unmanaged: "true", issue: "true" });

    expect(night.ok).toBe(false); // `cost` ends with 2 here too
    expect(machine.calls()).toEqual([
      "podwright drift --all --unmanaged --output markdown",
      "podwright cost --all --refresh --output markdown",
    ]);
    expect(github.issues.map(({ title, body }) => [title, body.split("\n", 1)[0]])).toEqual([
      ["Drift of infra", "<!-- podwright infra -->"],
    ]);
  });

  test("merges the drift reports of several jobs", async () => {
    machine.answer("podwright", 'echo "## drift"');
    for (const part of [1, 2]) machine.write(`checkout/drift-${part}.json`, "{}");
    await act({ command: "drift", stack: "", all: "true", unmanaged: "true", merge: "drift-*.json" });

    expect(machine.calls()).toEqual(["podwright drift --merge drift-1.json drift-2.json --output markdown"]);
  });

  test.each(["preview", "deploy", "drift deploy"])("refuses the command %s without a stack", async (command) => {
    const run = await act({ command, stack: "", all: "true" });
    expect(run.ok).toBe(false);
    expect(run.output).toContain("::error::The action needs the input stack");
    expect(machine.calls()).toEqual([]);
  });

  test("keeps one issue open until the drift is gone", async () => {
    const drifting = (exitCode: number) => machine.answer("podwright", `echo "## drift ${exitCode}"; exit ${exitCode}`);
    const night = (exitCode: number, stack = "prod") => {
      drifting(exitCode);
      return act({ command: "drift", issue: "true", stack }, { "github.event.pull_request.number": "" });
    };
    const issues = () => github.issues.map(({ title, open }) => [title, open]);
    github.issues.push({ number: 5, author: "mallory", title: "Drift of infra/prod", body: mark, open: true });

    expect((await night(0)).ok).toBe(true);
    expect(issues().slice(1)).toEqual([]);
    await night(2);
    await night(2, "other");
    expect((await night(1)).ok).toBe(false);
    expect(issues().slice(1)).toEqual([
      ["Drift check of infra/prod failed", true],
      ["Drift of infra/other", true],
    ]);
    await night(2);
    expect(github.issues[1]?.body).toContain("## drift 2");
    await night(0);
    expect(issues()).toEqual([
      ["Drift of infra/prod", true],
      ["Drift of infra/prod", false],
      ["Drift of infra/other", true],
    ]);
    expect(github.comments.map(({ on, body }) => [on, body])).toEqual([
      [String(github.issues[1]?.number), expect.stringContaining("## drift 0")],
    ]);
  });
});

describe("the GitLab component", () => {
  let gitlab: Gitlab;

  beforeEach(async () => {
    gitlab = await Gitlab.start("token");
    onTestFinished(() => gitlab.close());
    machine.answer("pulumi", "echo '+ podwright:index:Pod: (create)'");
    machine.answer("podwright", 'echo "## $1 of the stack"');
  });

  const job = (name: string, more: Record<string, string> = {}) =>
    machine.startJob(name, {
      CI_API_V4_URL: gitlab.url,
      CI_PROJECT_ID: "1",
      CI_MERGE_REQUEST_IID: "2",
      GITLAB_TOKEN: "token",
      ...more,
    }).ended;
  const mark = "<!-- podwright infra/prod -->\n";

  test("leaves one comment on the merge request even if two jobs run at the same time", async () => {
    gitlab.addNote(7, `${mark}of another author`);
    gitlab.beforeNote = () => {
      gitlab.beforeNote = () => undefined;
      gitlab.addNote(gitlabBot, `${mark}of another job`);
    };
    for (const commit of ["first", "second"]) {
      const { exitCode, output } = await job("preview", { CI_COMMIT_SHA: commit });
      expect(exitCode, output).toBe(0);
    }
    expect(gitlab.notes.map(({ author, body }) => [author, body])).toEqual([
      [7, `${mark}of another author`],
      [gitlabBot, expect.stringContaining(`${mark}\`infra/prod\` at commit second, [log](url)\n\n## Preview`)],
    ]);
  });

  test("keeps one issue open until the drift is gone", async () => {
    const issues = () => gitlab.issues.map(({ title, open }) => [title, open]);
    for (const [exitCode, title] of [
      [0, undefined],
      [2, "Drift of infra/prod"],
      [1, "Drift check of infra/prod failed"],
      [2, "Drift of infra/prod"],
    ] as const) {
      machine.answer("podwright", `echo "## drift ${exitCode}"; exit ${exitCode}`);
      expect((await job("report")).exitCode).toBe(exitCode === 1 ? 1 : 0);
      if (exitCode === 1) expect((await job("drift")).exitCode).toBe(1);
      expect(issues()).toEqual(title === undefined ? [] : [[title, true]]);
    }
    machine.answer("podwright", 'echo "## No drift"');
    await job("report");
    expect(gitlab.issues).toMatchObject([{ open: false, notes: [expect.stringContaining("## No drift")] }]);
  });

  test("checks every stack in the nightly drift job but only one stack in a preview", async () => {
    machine.include({ all: "true" });
    await job("drift");
    await job("preview");

    const calls = machine.calls().filter((call) => call.startsWith("podwright drift"));
    expect(calls).toEqual([
      "podwright drift --all --unmanaged --shard 1/1 --output json",
      "podwright drift --stack prod --output markdown",
    ]);
    expect(gitlab.notes[0]?.body.split("\n", 1)[0]).toBe("<!-- podwright infra/prod -->");
  });

  test("reports every stack below a folder that has no project itself", async () => {
    rmSync(join(machine.checkout, "Pulumi.yaml"));
    machine.include({ all: "true" });
    machine.answer("podwright", 'echo "## drift"; exit 2');
    const { exitCode, output } = await job("report");

    expect(exitCode, output).toBe(0);
    expect(gitlab.issues.map(({ title }) => title)).toEqual(["Drift of checkout"]);
  });

  test("omits everything that a failed preview printed from the note", async () => {
    machine.answer("pulumi", 'echo "Error: canary-value"; exit 255');
    const { output } = await job("preview");

    expect(output).toContain("canary-value");
    expect(gitlab.notes[0]?.body).toContain("## Preview: failed, the log of the job says why");
    expect(gitlab.notes[0]?.body).not.toContain("canary-value");
  });

  test("writes a comment even if the cost exceeds the budget", async () => {
    machine.include({ budget: "5.00", "volume-price": "0.07", "allow-unknown-prices": "true" });
    machine.answer("podwright", '[ "$1" != cost ] || { echo "## Cost: over the budget"; exit 3; }');
    expect((await job("preview")).exitCode).toBe(3);

    expect(machine.calls()).toContain(
      "podwright cost --stack prod --refresh --budget 5.00 --volume-price 0.07 --allow-unknown-prices --output markdown",
    );
    expect(gitlab.notes[0]?.body).toContain("## Cost: over the budget");
  });
});

describe("the cost of a merge request", () => {
  /** A clone with one commit of a repository whose branch `main` is newer. */
  function cloneShallow(): void {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: machine.dir, stdio: "pipe", env: author });
    const author = { ...process.env, ...Object.fromEntries(authors) };
    git("init", "--quiet", "--initial-branch", "main", "origin");
    for (const message of ["one", "two"]) git("-C", "origin", "commit", "--quiet", "--allow-empty", "-m", message);
    git("-C", "origin", "switch", "--quiet", "--create", "feature");
    git("clone", "--quiet", "--depth", "1", `file://${machine.dir}/origin`, "clone");
    renameSync(join(machine.dir, "clone/.git"), join(machine.checkout, ".git"));
  }
  const systems = {
    "the action": () => machine.startAction("cost", { AGAINST: "main" }),
    "the GitLab component": () => machine.startJob("preview", { CI_MERGE_REQUEST_TARGET_BRANCH_NAME: "main" }),
  };

  test.each(Object.entries(systems))(
    "is compared with the cost of the target branch, which %s fetches",
    async (_, start) => {
      cloneShallow();
      machine.answer("podwright", 'git log --format=%s origin/main -- >> "$MACHINE/fetched"');
      const { output } = await start().ended;

      const cost = machine.calls().filter((call) => call.startsWith("podwright cost"));
      expect(cost, output).toEqual(["podwright cost --stack prod --refresh --against origin/main --output markdown"]);
      expect(machine.read("fetched").split("\n")[0]).toBe("two");
      expect(machine.read("fetched")).not.toContain("one");
    },
  );

  test.each(Object.entries(systems))(
    "is shown without a comparison if %s cannot fetch the target branch",
    async (_, start) => {
      const { output } = await start().ended;
      expect(machine.calls()).toContain("podwright cost --stack prod --refresh --output markdown");
      expect(output).toContain("The report lacks the difference to the branch main, because git could not fetch it.");
    },
  );

  test.each(Object.entries(systems))(
    "is compared with the target branch of the checkout if %s has no credentials to fetch",
    async (_, start) => {
      cloneShallow();
      const git = (...args: string[]) => execFileSync("git", args, { cwd: machine.checkout, stdio: "pipe" });
      git("update-ref", "refs/remotes/origin/main", "HEAD");
      git("remote", "set-url", "origin", "file:///nowhere");
      await start().ended;
      expect(machine.calls()).toContain(
        "podwright cost --stack prod --refresh --against origin/main --output markdown",
      );
    },
  );

  test("is compared with the cost of the target branch by default in the GitHub action", () => {
    expect(parse(read("action.yml")).inputs.against.default).toMatch(/^\$\{\{ github\.base_ref \}\}$/);
  });
});

const authors = ["AUTHOR", "COMMITTER"].flatMap((role) => [
  [`GIT_${role}_NAME`, "test"],
  [`GIT_${role}_EMAIL`, "test@example.com"],
]);

describe("a drift check on several machines", () => {
  const drift = (exitCode: number) => `printf '{}'; exit ${exitCode}`;
  const shell = ["bash", "-eo", "pipefail"];

  beforeEach(() => machine.answer("npx", '"$@"'));

  test("compares one shard in each job of a GitHub matrix", async () => {
    const { jobs } = parse(read("examples/pipelines/many-stacks/drift.yml"));
    const { strategy, steps } = jobs.compare as { strategy: { matrix: { part: number[] } }; steps: { run?: string }[] };
    const script = steps.find(({ run }) => run?.startsWith("npx podwright"))?.run ?? "";
    const part = (number: number) => machine.start(script, { PART: String(number) }, shell, machine.checkout).ended;

    machine.answer("podwright", drift(2));
    for (const number of strategy.matrix.part) expect((await part(number)).exitCode).toBe(0);
    machine.answer("podwright", drift(1));
    expect((await part(1)).exitCode).toBe(1);

    expect(strategy.matrix.part).toEqual([1, 2, 3, 4]);
    expect(
      machine
        .calls()
        .filter((call) => call.startsWith("podwright"))
        .slice(0, 4),
    ).toEqual([1, 2, 3, 4].map((number) => `podwright drift --all --unmanaged --shard ${number}/4 --output json`));
    expect(machine.read("checkout/drift-4.json")).toBe("{}");
    // The report job gives all of these files to the action.
    const action = (jobs.report.steps as { with?: { merge?: string } }[]).at(-1);
    expect(action?.with).toMatchObject({ command: "drift", all: true, merge: "drift-*.json", issue: true });
  });

  test("compares one shard in each parallel GitLab job", async () => {
    machine.include({ all: "true", shards: "3" });
    const gitlab = await Gitlab.start("token");
    onTestFinished(() => gitlab.close());
    const project = { CI_API_V4_URL: gitlab.url, CI_PROJECT_ID: "1", GITLAB_TOKEN: "token" };
    const jobs = gitlabJobs(machine.checkout);
    expect(jobs["podwright-drift"]).toMatchObject({ parallel: "3", artifacts: { when: "always" } });
    expect(jobs["podwright-report"]).toMatchObject({ needs: ["podwright-drift"], rules: [{ when: "always" }] });

    const exitCodes = [2, 0, 1];
    for (const [index, exitCode] of exitCodes.entries()) {
      machine.answer("podwright", drift(exitCode));
      const node = { CI_NODE_INDEX: String(index + 1), CI_NODE_TOTAL: "3" };
      expect((await machine.startJob("drift", node).ended).exitCode).toBe(exitCode === 1 ? 1 : 0);
    }
    machine.answer("podwright", 'echo "## Drift found"; exit 2');
    expect((await machine.startJob("report", project).ended).exitCode).toBe(0);

    const shards = [1, 2, 3].map((part) => `podwright drift --all --unmanaged --shard ${part}/3 --output json`);
    expect(machine.calls()).toEqual([
      ...shards,
      "podwright drift --merge drift-1.json drift-2.json drift-3.json --output markdown",
    ]);
    expect(gitlab.issues.map(({ title }) => title)).toEqual(["Drift of infra"]);
  });

  test("compares one shard for each index of a Kubernetes job", async () => {
    const manifests = parseAllDocuments(read("examples/pipelines/many-stacks/indexed-job.yaml")).map((one) =>
      one.toJS(),
    );
    const [parts, report] = manifests.slice(1).map(({ spec: { jobTemplate } }) => ({
      ...jobTemplate.spec,
      script: jobTemplate.spec.template.spec.containers[0].args[0] as string,
    }));
    const run = (script: string, env: Record<string, string>) =>
      machine.start(script, { REPORTS: machine.dir, ...env }, ["bash"], machine.checkout).ended;

    machine.answer("podwright", drift(2));
    for (const index of ["0", "9"]) {
      expect((await run(parts.script, { JOB_COMPLETION_INDEX: index })).exitCode).toBe(0);
    }
    expect((await run(report.script, {})).exitCode).toBe(2);

    expect(parts).toMatchObject({ completionMode: "Indexed", completions: 10 });
    const [first, , merge = ""] = machine.calls().filter((call) => call.startsWith("podwright"));
    expect(first).toBe("podwright drift --all --unmanaged --shard 10 --output json");
    expect(merge).toMatch(/^podwright drift --merge \S+\/(\d{4}-\d\d-\d\d)\/0\.json \S+\/\1\/9\.json$/);
  });
});

test("the GitHub action and the GitLab component run the same commands", () => {
  const sharedIn = (file: string) => {
    const text = /^( *)# begin: [\s\S]*?# end$/m.exec(read(file));
    return text?.[0].replaceAll(new RegExp(`^${text[1]}`, "gm"), "");
  };
  expect(sharedIn("action.yml")).toContain("deploy() {");
  expect(sharedIn("templates/podwright.yml")).toBe(sharedIn("action.yml"));
});
