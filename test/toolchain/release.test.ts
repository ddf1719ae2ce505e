import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { released, renamed, requireNewer, sectionOf } from "../../toolchain/lib/release/version.mjs";

const repository = path.resolve(__dirname, "../..");
const changelog = readFileSync(path.join(repository, "CHANGELOG.md"), "utf8");

describe("a release of Podwright", () => {
  test("moves the changelog's unreleased changes into a section for the release", () => {
    const text =
      "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- A thing.\n\n## [0.1.0] - 2026-01-02\n\n- All of it.\n";
    const next = released(text, "0.2.0", "2026-11-22");
    expect(sectionOf(next, "0.2.0")).toBe("### Added\n\n- A thing.");
    expect(sectionOf(next, "Unreleased")).toBe("");
    expect(sectionOf(next, "0.1.0")).toBe("- All of it.");
    expect(next).toContain("## [0.2.0] - 2026-11-22");
    expect(() => released(next, "0.3.0", "2026-11-23")).toThrow("nothing under");
  });

  test("has a section in the changelog", () => {
    expect(sectionOf(changelog, "Unreleased")).not.toBe("");
    expect(sectionOf(changelog, "0.1.0")).not.toBe("");
  });

  test("has a higher version number than the previous release", () => {
    for (const next of ["0.2.0", "0.1.1", "1.0.0"]) expect(() => requireNewer(next, "0.1.0")).not.toThrow();
    for (const next of ["0.1.0", "0.0.9", "v0.2.0", "0.2", ""]) expect(() => requireNewer(next, "0.1.0")).toThrow();
  });

  test("changes only the version numbers of Podwright's packages", () => {
    const text =
      'podwright-0.1.0.tgz podwright-go-0.1.0 podwright==0.1.0 "podwright": "0.1.0" <artifactId>podwright</artifactId>\n<version>0.1.0</version> podwright-v0.1.0.tar.gz other-0.1.0 since 0.1.0';
    expect(renamed(text, "0.1.0", "0.2.0")).toBe(
      'podwright-0.2.0.tgz podwright-go-0.2.0 podwright==0.2.0 "podwright": "0.2.0" <artifactId>podwright</artifactId>\n<version>0.2.0</version> podwright-v0.2.0.tar.gz other-0.1.0 since 0.1.0',
    );
  });
});

/** The project's own workflows, and workflows that users copy or use. */
const pipelines = [
  "action.yml",
  ...[".github/workflows", "examples/pipelines/github-actions", "examples/emulator-in-ci"].flatMap((folder) =>
    readdirSync(path.join(repository, folder))
      .filter((name) => name.endsWith(".yml"))
      .map((name) => `${folder}/${name}`),
  ),
];

test.each(pipelines)("%s pins each action to a commit", (file) => {
  const text = readFileSync(path.join(repository, file), "utf8");
  const used = text.match(/(?<=uses: )(?!\.\/).*/g) ?? [];
  expect(used).not.toEqual([]);
  for (const action of used) expect(action).toMatch(/^[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  if (file === "action.yml") return;
  const everywhere = /^permissions:(.*(?:\n {2}.*)*)/m.exec(text)?.[1];
  expect(everywhere).toMatch(/^( \{\}|\n {2}contents: read(\n {2}(issues|pull-requests): write)?)$/);
});

test("the GitHub action's scripts contain no expression of GitHub's workflow language", () => {
  const { runs } = parse(readFileSync(path.join(repository, "action.yml"), "utf8"));
  const scripts = (runs.steps as { run?: string }[]).flatMap(({ run }) => run ?? []);
  expect(scripts).not.toEqual([]);
  for (const script of scripts) expect(script).not.toContain("${{");
});
