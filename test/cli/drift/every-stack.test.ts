import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DriftReport } from "../../../cli/drift/report";
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
  const drift = async (...args: string[]) => {
    const ended = await commandLine(["drift", "--cwd", folder, "--output", "json", ...args], {
      env: { PATH: pulumi.path },
    });
    const report = ended.out === "" ? undefined : (JSON.parse(ended.out) as DriftReport);
    const places = report?.stacks.map(({ cwd, stack }) => `${cwd.slice(folder.length + 1)}:${stack}`);
    return { ...ended, report, places };
  };
  return { pulumi, folder, drift };
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

  test("compares the stacks of a project once, even if two folders contain copies of the project", async () => {
    const { drift } = folderOf({
      "a/Pulumi.yaml": project("shop"),
      "copy/Pulumi.yaml": project("shop"),
      "other/Pulumi.yaml": project("shop", "backend: { url: s3://others }\n"),
    });
    expect((await drift("--all")).places).toEqual(["copy:dev", "copy:prod", "other:dev", "other:prod"]);
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

describe("podwright drift --backend", () => {
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
