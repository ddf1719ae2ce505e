import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DriftReport } from "../../../cli/drift/report";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";

const empty = { version: 3, deployment: { resources: [] } };

/** A folder of projects, beside a `pulumi` that knows the stacks `dev` and `prod` in each project. */
function folderOf(files: Readonly<Record<string, string>>) {
  const pulumi = new FakePulumi(empty);
  pulumi.stacks("dev", "prod");
  const folder = join(pulumi.dir, "projects");
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
  git("init", "--quiet");
  git("add", "--all");
  const drift = async (...args: string[]) => await driftWith({}, ...args);
  const driftWith = async (env: Readonly<Record<string, string>>, ...args: string[]) => {
    const where = args.includes("--cwd") ? [] : ["--cwd", folder];
    const ended = await commandLine(["drift", ...where, "--output", "json", ...args], {
      env: { PATH: pulumi.path, ...env },
    });
    const report = ended.out === "" ? undefined : (JSON.parse(ended.out) as DriftReport);
    const places = report?.stacks.map(({ cwd, stack }) => `${cwd.slice(folder.length + 1)}:${stack}`);
    return { ...ended, report, places };
  };
  return { pulumi, folder, drift, driftWith, git };
}

const project = (name: string, more = "") => `name: ${name}\nruntime: yaml\n${more}`;

describe("podwright drift --all", () => {
  test("compares every stack of each project below the folder", async () => {
    const { drift } = folderOf({
      "a/Pulumi.yaml": project("a"),
      "nested/b/Pulumi.yml": project("b"),
      "a/node_modules/x/Pulumi.yaml": project("x"),
      ".hidden/Pulumi.yaml": project("y"),
    });
    const { places, exitCode } = await drift("--all");
    expect(places).toEqual(["a:dev", "a:prod", "nested/b:dev", "nested/b:prod"]);
    expect(exitCode).toBe(0);
  });

  test("refuses two folders of one project by name, and compares the other projects", async () => {
    const { drift, folder, pulumi } = folderOf({
      "a/Pulumi.yaml": project("shop"),
      "copy/Pulumi.yaml": project("shop"),
      "other/Pulumi.yaml": project("other"),
    });
    const { places, report, exitCode } = await drift("--all");
    expect(places).toEqual(["other:dev", "other:prod", "a:*", "copy:*"]);
    expect(report?.stacks[2]?.error).toContain(
      `${folder}/a and ${folder}/copy contain the project shop, and only one of them can have its program: name this one with --cwd`,
    );
    expect(exitCode).toBe(1);
    expect(pulumi.folders().filter((cwd) => /\/(a|copy)$/.test(cwd))).toEqual([]);
    expect((await drift("--all", "--cwd", join(folder, "copy"))).places).toEqual(["copy:dev", "copy:prod"]);
  });

  test("leaves out folders that git does not track, and names those that git does not ignore", async () => {
    const { drift, folder } = folderOf({ "a/Pulumi.yaml": project("a"), ".gitignore": "venv\n" });
    for (const untracked of ["venv/lib/evil", "draft"]) {
      mkdirSync(join(folder, untracked), { recursive: true });
      writeFileSync(join(folder, untracked, "Pulumi.yaml"), project("a"));
    }
    const { places, err } = await drift("--all");
    expect(places).toEqual(["a:dev", "a:prod"]);
    expect(err).toContain(`note: git does not track ${folder}/draft, so Podwright leaves out its project`);
    expect(err).not.toContain("venv");
  });

  test("refuses a folder of projects outside of git, and compares the folders that the command line names", async () => {
    const { drift, folder } = folderOf({ "a/Pulumi.yaml": project("a"), "b/Pulumi.yaml": project("b") });
    rmSync(join(folder, ".git"), { recursive: true });
    expect((await drift("--all")).err).toMatch(
      /git cannot list its files: .*\. Name the folder of each project with --cwd/,
    );
    const named = await drift("--all", "--cwd", join(folder, "a"), "--cwd", join(folder, "b"));
    expect(named.places).toEqual(["a:dev", "a:prod", "b:dev", "b:prod"]);
  });

  test("sends nothing to another backend that only a found file names", async () => {
    const { drift, driftWith, folder, pulumi } = folderOf({
      "a/Pulumi.yaml": project("a"),
      "evil/Pulumi.yaml": project("evil", "backend: { url: 'https://user:pass@evil.example' }\n"),
    });
    const { places, report } = await drift("--all");
    expect(places).toEqual(["a:dev", "a:prod", "evil:*"]);
    expect(report?.stacks[2]?.error).toMatch(
      /names the backend https:\/\/evil\.example, and this run uses s3:\/\/states\. .* name the folder with --cwd .*evil, or set PULUMI_BACKEND_URL$/,
    );
    expect(pulumi.folders().filter((cwd) => cwd.endsWith("evil"))).toEqual([]);
    // Pulumi ignores the backend in the project file.
    const set = { PULUMI_BACKEND_URL: "s3://states" };
    expect((await driftWith(set, "--all")).places).toEqual(["a:dev", "a:prod", "evil:dev", "evil:prod"]);
    expect((await drift("--all", "--cwd", join(folder, "evil"))).places).toEqual(["evil:dev", "evil:prod"]);
  });

  test("names the stacks of the backend whose project has no folder", async () => {
    const { drift, pulumi, folder } = folderOf({ "a/Pulumi.yaml": project("a") });
    pulumi.stacks("organization/a/dev", "organization/deleted/prod");
    const { report } = await drift("--all");
    expect(report?.withoutProgram).toEqual(["organization/deleted/prod"]);
    expect((await drift("--all", "--cwd", join(folder, "a"))).report).not.toHaveProperty("withoutProgram");
  });

  test("compares all other stacks if a project or a stack is unreadable", async () => {
    const { drift, pulumi } = folderOf({ "a/Pulumi.yaml": project("a"), "b/Pulumi.yaml": "name: [" });
    pulumi.another("dev", "error: incorrect passphrase");
    const { report, exitCode, err } = await drift("--all");

    expect(report?.stacks.map(({ stack, error }) => [stack, error === undefined])).toEqual([
      ["dev", false],
      ["prod", true],
      ["*", false],
    ]);
    expect(report?.result).toBe("error");
    expect(exitCode).toBe(1);
    expect(err).toMatch(
      /error: dev in .*: incorrect passphrase\nerror: \* in .*b: Podwright could not list the stacks: .*Pulumi\.yaml cannot be read/,
    );
  });

  test("names each stack that the drift rules skip", async () => {
    const { drift } = folderOf({ "a/Pulumi.yaml": project("a"), "a/podwright.drift.yaml": "skip: [dev]\n" });
    const { places, report } = await drift("--all");
    expect(places).toEqual(["a:prod"]);
    expect(report?.skipped).toEqual([expect.stringMatching(/^dev in .*a$/)]);
  });

  test("fails if the projects have no stack", async () => {
    const { drift, pulumi } = folderOf({ "a/Pulumi.yaml": project("a") });
    pulumi.stacks();
    expect((await drift("--all")).err).toMatch(
      /^error: there are no stacks in the projects in .*: check --cwd, and the backend/,
    );
  });

  test("compares each stack once, whatever the number of shards", async () => {
    const { drift } = folderOf(
      Object.fromEntries(["a", "b", "c"].map((name) => [`${name}/Pulumi.yaml`, project(name)])),
    );
    const parts = [];
    for (const part of [1, 2, 3]) parts.push((await drift("--all", "--shard", `${part}/3`)).places ?? []);
    expect(parts.flat().sort()).toEqual(["a:dev", "a:prod", "b:dev", "b:prod", "c:dev", "c:prod"]);
  });
});

test("podwright drift --all --cwd reads the rules of the current folder", async () => {
  const { drift, folder } = folderOf({ "a/Pulumi.yaml": project("a") });
  const current = temporaryFolder("current");
  writeFileSync(join(current, "podwright.drift.yaml"), "skip: [dev]\n");
  const before = process.cwd();
  process.chdir(current);
  try {
    expect((await drift("--all", "--cwd", join(folder, "a"))).places).toEqual(["a:prod"]);
  } finally {
    process.chdir(before);
  }
});

describe("podwright drift --backend", () => {
  test("asks Pulumi for full names, because Pulumi shortens the names of the current project", async () => {
    const { drift, pulumi, folder } = folderOf({ "a/Pulumi.yaml": project("a") });
    pulumi.stacks("organization/a/dev");
    const { places, exitCode } = await drift("--backend", "--cwd", join(folder, "a"));
    expect([places, exitCode]).toEqual([["a:organization/a/dev"], 0]);
    expect(pulumi.calls()[0]).toContain("stack ls --json --all --fully-qualify-stack-names");
  });

  test("compares stacks whose project has no folder on this machine", async () => {
    const { drift, pulumi, folder } = folderOf({ "a/Pulumi.yaml": project("a") });
    pulumi.stacks("acme/a/prod", "acme/elsewhere/dev");
    const { report, exitCode } = await drift("--backend", "acme");

    expect(report?.stacks.map(({ cwd, stack }) => [cwd, stack])).toEqual([
      [join(folder, "a"), "acme/a/prod"],
      [".", "acme/elsewhere/dev"],
    ]);
    expect(exitCode).toBe(0);
    expect(pulumi.calls()).toContainEqual(expect.stringMatching(/^stack ls --json --all --organization acme /));
    expect(pulumi.folders().filter((cwd) => !cwd.includes("projects"))).toEqual([
      expect.stringMatching(/podwright-\w+$/),
      expect.stringMatching(/podwright-\w+$/),
    ]);
  });
});
