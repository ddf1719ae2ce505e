import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { stacksAt } from "../../../cli/cost/at-commit";
import { costReport } from "../../../cli/cost/report";
import { withCheckouts } from "../../../cli/git/checkouts";
import { environmentOf } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine, quietContext, type World } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const emulator = useAccount();

/** The preview of a program with one pod for each name, each with this number of GPUs. */
function plan(pods: Readonly<Record<string, number>>): string {
  const steps = Object.entries(pods).map(([name, count]) => {
    const urn = `urn:pulumi:dev::shop::podwright:index:Pod::${name}`;
    const inputs = { desiredStatus: "RUNNING", gpu: { id: "NVIDIA L4", count } };
    return { resourcePreEvent: { metadata: { op: "create", type: "podwright:index:Pod", urn, new: { inputs } } } };
  });
  return `${steps.map((step) => JSON.stringify(step)).join("\n")}\n`;
}

let repository: string;
let pulumi: FakePulumi;

function git(...args: string[]): string {
  const names = ["-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "core.hooksPath=/dev/null"];
  return execFileSync("git", [...names, ...args], { cwd: repository, encoding: "utf8", stdio: "pipe" }).trim();
}

function commit(files: Readonly<Record<string, string>>): string {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(repository, file)), { recursive: true });
    writeFileSync(join(repository, file), content);
  }
  git("add", "--all");
  git("commit", "--quiet", "--message", "change");
  return git("rev-parse", "HEAD");
}

const yaml = "name: shop\nruntime: yaml\n";

beforeEach(() => {
  repository = realpathSync(temporaryFolder("repository"));
  git("init", "--quiet", "--initial-branch", "main");
  commit({ "infra/Pulumi.yaml": yaml, "infra/plan.jsonl": plan({ web: 1 }), "infra/Pulumi.dev.yaml": "config: {}\n" });
  git("switch", "--quiet", "--create", "feature");
  commit({ "infra/plan.jsonl": plan({ web: 2, batch: 1 }) });
  pulumi = new FakePulumi({ version: 3, deployment: null });
  vi.stubEnv("TMPDIR", temporaryFolder("temporary"));
});

async function cost(args: readonly string[], { env, ...world }: World = {}) {
  const folder = ["--cwd", join(repository, "infra")];
  const all = { ...environmentOf(emulator), PATH: pulumi.path, ...env };
  return await commandLine(["cost", ...folder, ...args], { env: all, ...world });
}

async function againstOf(...args: string[]) {
  const { out, err } = await cost(["--output", "json", ...args]);
  expect(err).toBe("");
  return costReport.parse(JSON.parse(out)).against;
}

/** The folders where Pulumi previewed, apart from the user's folder. */
function otherFolders(): string[] {
  return [...new Set(pulumi.folders())].filter((folder) => folder !== join(repository, "infra"));
}

/** The files that the command has left in the folder for temporary files. */
function leftOver(): string[] {
  return readdirSync(tmpdir());
}

describe("podwright cost --against a branch", () => {
  test("refuses a name that both a branch and a file have, and a file that may hide a missing branch", async () => {
    const before = process.cwd();
    process.chdir(repository);
    try {
      const report = JSON.stringify({ version: 1 });
      commit({ main: report, "main.json": report, gone: report });
      git("branch", "main.json");
      for (const word of ["main", "main.json"]) {
        const { err, exitCode } = await cost(["--against", word]);
        expect(err).toMatch(
          new RegExp(`^error: ${word} is both a file and a branch, tag or commit: write \\./${word} for the file`),
        );
        expect(exitCode).toBe(1);
      }
      expect((await cost(["--against", "gone"])).err).toMatch(
        /^error: gone is a file, .*: write \.\/gone for the file, or fetch/,
      );
      expect(pulumi.calls()).toEqual([]);
    } finally {
      process.chdir(before);
    }
  });

  test("writes nothing outside of the checkout", async () => {
    const elsewhere = temporaryFolder("elsewhere");
    git("switch", "--quiet", "main");
    git("rm", "--quiet", "infra/Pulumi.dev.yaml");
    writeFileSync(join(repository, ".gitignore"), "Pulumi.dev.yaml\n");
    for (const [branch, directory] of [
      ["absolute", elsewhere],
      ["above", "../../outside"],
      ["linked", "link"],
    ] as const) {
      git("switch", "--quiet", "--create", branch, "main");
      if (branch === "linked") symlinkSync(elsewhere, join(repository, "infra/link"));
      commit({ "infra/Pulumi.yaml": `${yaml}stackConfigDir: ${directory}\n` });
      git("switch", "--quiet", "--force", "feature");
      git("rm", "--quiet", "--cached", "infra/Pulumi.dev.yaml");
      const against = await againstOf("--stack", "dev", "--against", branch);
      expect(against?.failed?.[0]?.error).toMatch(/stackConfigDir of Pulumi\.yaml in \w+ leads out of the repository/);
      git("reset", "--quiet", "--hard");
    }
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test("shows the cost difference and changes nothing in the user's repository", async () => {
    const main = git("rev-parse", "main");
    writeFileSync(join(repository, "infra/draft.txt"), "draft");
    git("add", "infra/draft.txt");
    const hook = join(repository, ".git/hooks/post-checkout");
    writeFileSync(hook, `#!/bin/sh\ntouch '${repository}/hooked'\n`, { mode: 0o755 });
    const before = [git("status", "--porcelain", "--branch"), git("for-each-ref"), leftOver()];

    const against = await againstOf("--stack", "dev", "--against", "main");

    expect(against).toMatchObject({ ref: "main", commits: [main], perHour: { atRest: 0.39 }, missing: [] });
    const changes = against?.changes.map(({ name, before: then, after }) => [name, then?.atRest, after?.atRest]);
    expect(changes).toEqual([
      ["web", 0.39, 0.78],
      ["batch", undefined, 0.39],
    ]);
    expect([git("status", "--porcelain", "--branch"), git("for-each-ref"), leftOver()]).toEqual(before);
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
    expect(existsSync(join(repository, "hooked"))).toBe(false);
    expect(otherFolders()).toHaveLength(1);
  });

  test.each<[string, string[]]>([
    ["a branch that only the remote has", ["update-ref", "refs/remotes/origin/release/1", "main"]],
    ["a tag", ["tag", "release/1", "main"]],
  ])("accepts %s in place of a local branch", async (_, args) => {
    git(...args);
    expect(await againstOf("--against", "release/1")).toMatchObject({ commits: [git("rev-parse", "main")] });
  });

  test("reads the file of a path, even if a branch has the same name", async () => {
    git("branch", "package.json", "main");
    expect((await cost(["--against", "./package.json"])).err).toContain(
      "package.json is not a report of `podwright cost`",
    );
  });

  test("uses the backend and the stack that are selected in the user's folder", async () => {
    pulumi.recordInFiles("shop");
    writeFileSync(join(pulumi.dir, "whoami.json"), JSON.stringify({ url: "file://./states?no_tmp_dir=true" }));
    const env = { PATH: pulumi.path, PULUMI_CONFIG_PASSPHRASE_FILE: "../passphrase" };
    const context = quietContext({ env });
    const here = { cwd: join(repository, "infra") };

    const { stacks } = await withCheckouts(context, (checkouts) => stacksAt("main", [here], checkouts, context));

    expect(stacks).toMatchObject([
      {
        location: {
          ...here,
          stack: "organization/shop/dev",
          copy: {
            folder: expect.stringMatching(/\/infra$/),
            env: {
              PULUMI_BACKEND_URL: `file://${repository}/infra/states?no_tmp_dir=true`,
              PULUMI_CONFIG_PASSPHRASE_FILE: join(repository, "passphrase"),
            },
          },
        },
      },
    ]);
  });

  test("lets Pulumi find the user's home folder if the backend's address begins with a tilde", async () => {
    pulumi.recordInFiles("shop");
    writeFileSync(join(pulumi.dir, "whoami.json"), JSON.stringify({ url: "file://~" }));
    const context = quietContext({ env: { PATH: pulumi.path } });
    const here = { cwd: join(repository, "infra"), stack: "dev" };

    const { stacks } = await withCheckouts(context, (checkouts) => stacksAt("main", [here], checkouts, context));

    expect(stacks).toMatchObject([{ location: { copy: { env: { PULUMI_BACKEND_URL: "file://~" } } } }]);
  });

  test.each<[string, () => void]>([
    ["the project", () => git("mv", "infra/Pulumi.yaml", "Pulumi.yaml")],
    ["the stack's settings file", () => git("rm", "--quiet", "infra/Pulumi.dev.yaml")],
  ])("counts every resource as new if the branch does not have %s", async (_, remove) => {
    git("switch", "--quiet", "main");
    remove();
    commit({});
    git("switch", "--quiet", "feature");

    const against = await againstOf("--stack", "dev", "--against", "main");

    expect(against?.missing).toEqual([`dev in ${join(repository, "infra")}`]);
    expect(against?.changes.map(({ name, before }) => [name, before])).toEqual([
      ["batch", null],
      ["web", null],
    ]);
  });

  test("previews the branch with a copy of the stack's settings file if git does not track the file", async () => {
    const settings = join(repository, "infra/Pulumi.local.yaml");
    writeFileSync(settings, "config: {}\n");
    pulumi.plan();
    expect((await againstOf("--stack", "local", "--against", "main"))?.missing).toEqual([]);
    expect(readFileSync(settings, "utf8")).toBe("config: {}\n");
  });

  test("names a stack whose preview fails on the branch", async () => {
    git("switch", "--quiet", "main");
    commit({ "infra/fail.txt": "error: no image in FOLDER/index.ts" });
    git("switch", "--quiet", "feature");

    const { out, exitCode } = await cost(["--stack", "dev", "--against", "main"]);

    expect(out).toMatch(/\nCompared with main at [0-9a-f]{12}: no stack was compared\n/);
    expect(out).toMatch(
      /\nnot previewed: dev in .*\/infra at main: `pulumi preview` failed: no image in main:infra\/index\.ts\. /,
    );
    expect(exitCode).toBe(0);
  });

  test("removes the temporary checkout of the branch after Ctrl-C", async () => {
    pulumi.hold("preview --event-log");
    const interrupt = new AbortController();
    const ended = cost(["--stack", "dev", "--against", "main"], { signal: interrupt.signal });
    await expect.poll(() => pulumi.isHeld && otherFolders().length).toBe(1);
    interrupt.abort(new Error("interrupted"));
    expect((await ended).exitCode).toBe(1);
    expect(leftOver()).toEqual([]);
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  test("suggests a similar name for an unknown branch", async () => {
    expect((await cost(["--against", "mian"])).err).toBe(
      "error: there is no file, branch, tag or commit mian; did you mean main?\n",
    );
    expect((await cost(["--against", "--help"])).err).toMatch(/^error: there is no file, branch, tag or commit --help/);
    expect(pulumi.commands()).toEqual([]);
  });

  test("tells the user how to fetch the branch if a shallow clone lacks the branch", async () => {
    const origin = repository;
    repository = realpathSync(temporaryFolder("clone"));
    git("clone", "--quiet", "--depth", "1", `file://${origin}`, ".");
    const { err } = await cost(["--against", "main"]);
    expect(err).toContain("there is no file, branch, tag or commit main in this clone, which has only a part");
    const [, fetch = ""] = /`git (fetch --depth 1 origin [^`]+)`/.exec(err) ?? [];
    git(...fetch.replaceAll("BRANCH", "main").split(" "));
    expect(await againstOf("--against", "main")).toMatchObject({ ref: "main", missing: [] });
  });

  test("hides the password of a git remote in an error message", async () => {
    const fail = "echo \"fatal: unable to access 'https://me:canary@host.example/x.git/'\" >&2; exit 128";
    const script = `#!/bin/sh\ncase "$*" in *"worktree add"*) ${fail};; esac\nPATH='${process.env.PATH}' exec git "$@"\n`;
    writeFileSync(join(pulumi.dir, "git"), script, { mode: 0o755 });
    const { err, exitCode } = await cost(["--against", "main"]);
    expect(err).toMatch(
      /^error: git could not check out \w{40}: unable to access 'https:\/\/\[secret\]@host\.example\/x\.git/,
    );
    expect(exitCode).toBe(1);
    expect(leftOver()).toEqual([]);
  });

  test("works inside a git hook", async () => {
    const env = { GIT_DIR: join(repository, ".git"), GIT_INDEX_FILE: join(repository, ".git/index"), GIT_PREFIX: "x/" };
    const { exitCode, err } = await cost(["--stack", "dev", "--against", "main"], { env });
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: "" });
    expect(git("status", "--porcelain")).toBe("");
  });
});
