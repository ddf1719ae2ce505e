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
      'podwright-0.1.0.tgz podwright-emulator-0.1.0.tgz podwright-go-0.1.0 podwright==0.1.0 "podwright": "0.1.0" <artifactId>podwright</artifactId>\n<version>0.1.0</version> podwright-v0.1.0.tar.gz other-0.1.0 since 0.1.0';
    expect(renamed(text, "0.1.0", "0.2.0")).toBe(
      'podwright-0.2.0.tgz podwright-emulator-0.2.0.tgz podwright-go-0.2.0 podwright==0.2.0 "podwright": "0.2.0" <artifactId>podwright</artifactId>\n<version>0.2.0</version> podwright-v0.2.0.tar.gz other-0.1.0 since 0.1.0',
    );
  });
});

/** The project's own workflows, and workflows that users copy or use. */
const pipelines = [
  "action.yml",
  ...[
    ".github/workflows",
    "examples/pipelines/github-actions",
    "examples/pipelines/many-stacks",
    "examples/emulator-in-ci",
  ].flatMap((folder) =>
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

describe("the workflow of a release", () => {
  const { jobs } = parse(readFileSync(path.join(repository, ".github/workflows/release.yml"), "utf8"));
  const { publish, ...others } = jobs;
  const steps = publish.steps as { uses?: string; run?: string; with?: { "subject-path"?: string } }[];

  test("gives keys and permissions to write only to the job that publishes", () => {
    expect(JSON.stringify(publish)).toContain("secrets.");
    expect(publish.permissions["id-token"]).toBe("write");
    for (const job of Object.values(others)) expect(JSON.stringify(job)).not.toMatch(/secrets\.|"write"|"environment"/);
  });

  test("publishes without the repository's code and without a build", () => {
    for (const { uses = "", run = "" } of steps) {
      expect(uses).not.toContain("actions/checkout");
      expect(run).not.toMatch(/npm (run|ci|install)|node |mvn|pip install|dotnet (build|pack)/);
    }
  });

  test("attests each file that it publishes, and the checksums, before it publishes the first", () => {
    const attesting = steps.findIndex(({ uses = "" }) => uses.startsWith("actions/attest-build-provenance@"));
    const first = steps.findIndex(({ run = "" }) => /publish|upload|push/.test(run));
    expect(attesting).toBeGreaterThan(0);
    expect(attesting).toBeLessThan(first);
    expect(steps[attesting]?.with?.["subject-path"]).toBe("build/*.*\nbuild/SHA256SUMS\n");
    const released = steps.at(-1)?.run;
    expect(released).toContain("build/*.* build/SHA256SUMS");
  });
});

const manifests = readdirSync(path.join(repository, "examples"), { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    /(^|[\\/])(package\.json|requirements\.txt|pom\.xml|[^\\/]*\.csproj)$/.test(file) && !file.includes("node_modules"),
);

test.each(manifests)(
  "examples/%s takes no package of Podwright from a registry, where no one has registered it",
  (file) => {
    const text = readFileSync(path.join(repository, "examples", file), "utf8");
    if (file.endsWith(".txt")) return expect(text).not.toMatch(/^pulumi[_-]podwright/m);
    if (file.endsWith(".csproj")) return expect(text).not.toMatch(/<PackageReference[^>]*podwright/i);
    // Maven knows no folders, so the pom says where its package comes from.
    const unexplained = /(?<!no registry has it\. -->\s*)<dependency>\s*<groupId>com\.podwright</i;
    if (file.endsWith("pom.xml")) return expect(text).not.toMatch(unexplained);
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text);
    for (const [name, from] of Object.entries({ ...dependencies, ...devDependencies }))
      if (name.includes("podwright")) expect(from).toMatch(/^file:/);
  },
);

const repositoryFiles = ["docs", "examples", "templates", "README.md", "cli/doctor"].flatMap((start) =>
  /\.md$/.test(start)
    ? [start]
    : readdirSync(path.join(repository, start), { recursive: true, encoding: "utf8" })
        .filter((file) => !file.includes("node_modules"))
        .map((file) => path.join(start, file)),
);

test("no page, template or advice of doctor installs a package of Podwright from a registry", () => {
  const commands =
    /(?:npm (?:install|i)|(?:pnpm|yarn|uv|poetry) add|pip install|go get|dotnet (?:add \S*\s?package|package add)|mvn dependency:get)\b([^`|\n]*)/g;
  const found = repositoryFiles
    .filter((file) => (file.startsWith("cli") ? /\.ts$/ : /\.(md|ya?ml)$/).test(file))
    .flatMap((file) => [...readFileSync(path.join(repository, file), "utf8").matchAll(commands)])
    .flatMap(([line, words = ""]) =>
      words.split(/\s+/).flatMap((word) => (/podwright/i.test(word) ? [[line, word]] : [])),
    );
  expect(found).not.toEqual([]);
  for (const [line, word] of found) expect(word, line).toMatch(/\/|\.tgz/);
});

test.each(repositoryFiles.filter((file) => path.basename(file) === "go.mod"))(
  "%s takes the module of Podwright from a folder",
  (file) => {
    const text = readFileSync(path.join(repository, file), "utf8");
    const [module] = /\S*podwright\S*(?= v)/.exec(text.replace(/^module.*/m, "")) ?? [];
    if (module !== undefined) expect(text).toMatch(new RegExp(`replace\\s+${module}\\s+=> \\.`));
  },
);

const programs = repositoryFiles.filter(
  (file) =>
    file.startsWith("examples") &&
    /(^|[\\/])(index\.ts|Pulumi\.yaml|__main__\.py|main\.go|App\.java)$/.test(file) &&
    /\bNetworkVolume\b/.test(readFileSync(path.join(repository, file), "utf8")),
);

test.each(programs)("%s protects its volume, or the page beside it names the option", (file) => {
  // `pulumi destroy` ends the story of a guide. So its page says what to do with a volume that has data.
  const guides = path.join("examples", "guides");
  const where = file.startsWith(guides) ? path.join(guides, "README.md") : file;
  expect(readFileSync(path.join(repository, where), "utf8")).toMatch(/\bprotect\b/i);
});

test.each(pipelines.filter((file) => file !== "action.yml"))("%s leaves no credentials of git behind", (file) => {
  const { jobs } = parse(readFileSync(path.join(repository, file), "utf8"));
  const steps = Object.values(jobs as Record<string, { steps?: { uses?: string; with?: object }[] }>).flatMap(
    (job) => job.steps ?? [],
  );
  for (const { uses = "", with: given = {} } of steps)
    if (uses.startsWith("actions/checkout@")) expect(given).toMatchObject({ "persist-credentials": false });
});

test("the GitHub action's scripts contain no expression of GitHub's workflow language", () => {
  const { runs } = parse(readFileSync(path.join(repository, "action.yml"), "utf8"));
  const scripts = (runs.steps as { run?: string }[]).flatMap(({ run }) => run ?? []);
  expect(scripts).not.toEqual([]);
  for (const script of scripts) expect(script).not.toContain("${{");
});
