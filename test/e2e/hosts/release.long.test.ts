import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { version } from "../../../package.json";
import { goModuleOf } from "../../../provider/schema/package/home";
import { actionlint } from "../../../toolchain/lib/test-tools/tools.mjs";
import { blocksOf } from "../../docs/support/blocks";
import { temporaryFolder } from "../../support/temporary-folder";
import { golden, leftBehind } from "../harness/golden";
import { makeClone, makeCommand } from "../harness/guide/tools";
import { publish } from "../harness/published";
import { repository } from "../harness/repository";
import { mustChangeNothing, mustSucceed } from "../harness/stack/steps";
import { toolOrSkip } from "../harness/tools";

// Go accepts only versions below 2 for a module without a version number in its path.
const next = "0.99.0";
const home = "github.com/example/pods";
let made: string;
let printed: string;
/** Go's modules for both programs in Go, so that Go unpacks the modules of Pulumi only once. */
let cache: string;

const status = () => execFileSync("git", ["status", "--porcelain"], { cwd: repository }).toString();

beforeAll(() => {
  const before = status();
  made = mkdtempSync(join(tmpdir(), "podwright-released-"));
  cache = mkdtempSync(join(tmpdir(), "podwright-modules-"));
  const args = ["toolchain/release.mjs", next, "--dry-run", "--home", home, "--out", made];
  printed = execFileSync("node", args, { cwd: repository, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  expect(status()).toBe(before);
}, 900_000);
afterAll(() => {
  for (const folder of [made, cache]) rmSync(folder, { recursive: true });
});

const files = () => readFileSync(join(made, "SHA256SUMS"), "utf8").match(/(?<= {2}).*$/gm) ?? [];

test("a dry run of a release creates every file of the release", () => {
  expect(files()).toEqual([
    `podwright-${next}-sources.jar`,
    `podwright-${next}.cdx.json`,
    `podwright-${next}.jar`,
    `podwright-${next}.tgz`,
    `podwright-emulator-${next}.tgz`,
    `podwright-go-${next}.tar.gz`,
    expect.stringMatching(new RegExp(`^pulumi-podwright-${next}.tgz$`)),
    expect.stringMatching(new RegExp(`^pulumi-resource-podwright-v${next}-(linux|darwin)-(amd64|arm64).tar.gz$`)),
    `pulumi-resource-podwright-v${next}.tar.gz`,
    expect.stringMatching(new RegExp(`^pulumi-tool-podwright-v${next}-(linux|darwin)-(amd64|arm64).tar.gz$`)),
    `pulumi-tool-podwright-v${next}.tar.gz`,
    `pulumi_podwright-${next}-py3-none-any.whl`,
  ]);
  execFileSync("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: made });
  expect(printed).toContain("### Added");
  const parts = JSON.parse(readFileSync(join(made, `podwright-${next}.cdx.json`), "utf8"));
  expect(parts).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { version: next } } });
  const components = parts.components as { name: string; hashes?: unknown[] }[];
  expect(components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["undici", "zod", "bun"]));
  expect(names).not.toContain("vitest");
});

test("each package contains its description, the address of its repository and its licence", () => {
  for (const name of [`podwright-${next}.tgz`, `podwright-emulator-${next}.tgz`, `pulumi-podwright-${next}.tgz`]) {
    const file = (path: string) => execFileSync("tar", ["-xzOf", join(made, name), `package/${path}`]).toString();
    const manifest = JSON.parse(file("package.json"));
    const said = ["description", "homepage", "keywords", "license", "repository", "version"];
    expect(Object.keys(manifest)).toEqual(expect.arrayContaining(said));
    expect(file("LICENSE")).toContain("Apache License");
    expect(file("README.md")).toMatch(/^# /);
  }
  const wheel = `pulumi_podwright-${next}`;
  const read = (file: string) =>
    execFileSync("python3", [
      "-c",
      unzip,
      join(made, `${wheel}-py3-none-any.whl`),
      `${wheel}.dist-info/${file}`,
    ]).toString();
  for (const said of [
    "Summary",
    "License",
    "Keywords",
    "Requires-Python",
    "Project-URL: Homepage",
    "Project-URL: Repository",
  ])
    expect(read("METADATA")).toMatch(new RegExp(`^${said}[:,] ?.`, "m"));
  expect(read("licenses/LICENSE")).toContain("Apache License");
  const inJar = (file: string) =>
    execFileSync("python3", ["-c", unzip, join(made, `podwright-${next}.jar`), `META-INF/${file}`]).toString();
  for (const said of ["description", "url", "license", "scm", "developer", "version"])
    expect(inJar("maven/com.podwright/podwright/pom.xml")).toContain(`<${said}>`);
  expect(inJar("LICENSE")).toContain("Apache License");
  expect(execFileSync("tar", ["-tzf", join(made, `podwright-go-${next}.tar.gz`)]).toString()).toContain(
    "podwright-go/LICENSE",
  );
});

const unzip = "import sys, zipfile; sys.stdout.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]).decode())";

test.each(readdirSync(golden).filter((name) => name.endsWith("-plugin")))(
  "a preview with the next release shows no change for the recorded stack of %s",
  async (name) => {
    const archive = join(made, `pulumi-resource-podwright-v${next}.tar.gz`);
    const { stack } = await leftBehind(name, async (fresh) => {
      rmSync(join(fresh.dir, "home/plugins"), { recursive: true });
      await mustSucceed(fresh.pulumi("plugin", "install", "resource", "podwright", next, "--file", archive));
    });

    await mustChangeNothing(stack.preview({ expectNoChanges: true }));
    await mustSucceed(stack.destroy());
    expect(stack.resources()).toEqual([]);
  },
);

test.each([
  { row: "vVERSION.tar.gz", archive: new RegExp(`^pulumi-resource-podwright-v${next}.tar.gz$`) },
  { row: "vVERSION-OS-ARCH.tar.gz", archive: new RegExp(`^pulumi-resource-podwright-v${next}-.*.tar.gz$`) },
])("docs/hosts.md names the sizes of the archive $row", ({ row, archive }) => {
  const page = readFileSync(join(repository, "docs/hosts.md"), "utf8");
  const line = page.split("\n").find((one) => one.includes(row)) ?? "";
  const said = [...line.matchAll(/([\d.]+) MB/g)].map(([, megabytes]) => Number(megabytes));
  const packed = readFileSync(join(made, files().find((name) => archive.test(name)) ?? ""));
  const measured = [packed.length, gunzipSync(packed).length].map((bytes) => bytes / 1_000_000);
  expect(said).toHaveLength(2);
  // The page needs no correction after each change of the code.
  for (const [index, megabytes] of measured.entries()) {
    expect(Math.abs(megabytes / (said[index] ?? 0) - 1), measured.join(" and ")).toBeLessThan(0.15);
  }
});

/** The README of a release, which installs from registries. */
const released = () =>
  execFileSync("tar", ["-xzOf", join(made, `podwright-${next}.tgz`), "package/README.md"]).toString();
/** The README of today, which installs from a clone. */
const unreleased = () => readFileSync(join(repository, "README.md"), "utf8");

const withPlugin = "TypeScript with the plugin";
/** The line of docs/hosts.md for the plugin's own package. */
const pluginPackage = () =>
  blocksOf(readFileSync(join(repository, "docs/hosts.md"), "utf8"), "sh")
    .map(({ text }) => text.trim())
    .filter((line) => line.startsWith("npm install"));

/** The README's lines for a machine, and for a project in this language. */
function recipe(readme: string, language: string) {
  const blocks = blocksOf(readme, "sh").map(({ text }) => text.trim().split("\n"));
  const find = (part: string) => blocks.find((lines) => lines.some((line) => line.includes(part))) ?? [];
  const machine = find("pulumi plugin install");
  const project =
    language === withPlugin ? pluginPackage() : find("# TypeScript").filter((line) => line.endsWith(` # ${language}`));
  expect(machine).not.toEqual([]);
  expect(project).toHaveLength(language === "YAML" ? 0 : 1);
  return { machine, project };
}

/** A reader's own program before the first command, as a page shows it. */
const programs: Readonly<Record<string, (project: string, isReleased: boolean) => void>> = {
  TypeScript: (project) => {
    writeFileSync(join(project, "Pulumi.yaml"), "name: own\nruntime: nodejs\n");
    writeFileSync(join(project, "index.ts"), blocksOf(released(), "ts")[0]?.text ?? "");
  },
  [withPlugin]: (project) => copyExample("typescript", project, "Pulumi.yaml", "index.ts"),
  Python: (project) => copyExample("python", project, "Pulumi.yaml", "__main__.py"),
  Go: (project, isReleased) => {
    copyExample("go", project, "Pulumi.yaml");
    const program = readFileSync(join(repository, "examples/go/main.go"), "utf8");
    const named = isReleased ? program.replaceAll("podwright.invalid/sdk/go", goModuleOf(home)) : program;
    writeFileSync(join(project, "main.go"), named);
    writeFileSync(join(project, "go.mod"), "module own\n\ngo 1.25\n");
  },
  YAML: (project) => copyExample("yaml", project, "Pulumi.yaml"),
};

const copyExample = (language: string, project: string, ...files: string[]) => {
  for (const file of files) copyFileSync(join(repository, "examples", language, file), join(project, file));
};

/** A clone with its own copy of the SDKs, because pip writes files beside the sources. */
function makeOwnClone(folder: string): void {
  makeClone(folder);
  rmSync(join(folder, "sdk"));
  cpSync(join(repository, "sdk"), join(folder, "sdk"), { recursive: true });
}

const unpublished = {
  PODWRIGHT_PUBLISHED: undefined,
  PIP_FIND_LINKS: process.env.PIP_FIND_LINKS,
  PULUMI_PLUGIN_DOWNLOAD_URL_OVERRIDES: undefined,
  PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
};

describe.each([
  { from: "a clone", isReleased: false },
  { from: "the package registries", isReleased: true },
])("the README's commands for $from", ({ isReleased }) => {
  // The pages of a release are not in its archives.
  test.each(Object.keys(programs).filter((language) => !isReleased || language !== withPlugin))(
    "install Podwright in a fresh home and deploy a program in %s",
    async (language) => {
      const { machine, project: lines } = recipe(isReleased ? released() : unreleased(), language);
      const needsNode = language.startsWith("TypeScript") || isReleased;
      const folder = temporaryFolder("installed");
      const [home, project] = [join(folder, "home"), join(folder, "project")];
      for (const one of [home, project]) mkdirSync(one);
      const { env, close } = await publish(made, next, folder, join(cache, "go"), process.env);
      const emulator = await startEmulator({ provision: 20, start: 20, workerStart: 20, strict: true });
      onTestFinished(async () => {
        close();
        await emulator.close();
      });
      programs[language]?.(project, isReleased);
      if (!isReleased) makeOwnClone(join(folder, "podwright"));

      // An earlier plugin that needs Node is installed already.
      const archive = `podwright/build/pulumi-resource-podwright-v${version}.tar.gz`;
      const older = `pulumi plugin install resource podwright ${version} --file ${archive}`;
      if (!needsNode) makeCommand(join(folder, "bin"), "node", 'echo "this machine has no Node" >&2; exit 127');
      // Pulumi fetches the plugin of a released package by itself.
      const installs = !isReleased || language === "YAML";
      const script = [
        ...(needsNode ? [] : [older]),
        ...(installs ? [...machine, "~/.local/bin/podwright --version"] : []),
        "cd project",
        ...lines,
        "pulumi stack init own",
        "pulumi up --yes --skip-preview --non-interactive",
      ];
      const shell = spawn("bash", ["-ec", `exec 2>&1\n${script.join("\n")}`], {
        cwd: folder,
        env: {
          ...process.env,
          ...env,
          ...(isReleased ? {} : unpublished),
          HOME: home,
          PIP_CACHE_DIR: join(homedir(), ".cache/pip"),
          PULUMI_HOME: join(home, ".pulumi"),
          PULUMI_SKIP_UPDATE_CHECK: "true",
          PULUMI_BACKEND_URL: `file://${home}`,
          PULUMI_CONFIG_PASSPHRASE: "own",
          PODWRIGHT_API_KEY: emulator.apiKey,
          PODWRIGHT_BASE_URL: emulator.url,
          PODWRIGHT_SERVERLESS_URL: emulator.url,
          PODWRIGHT_TIME_SCALE: "0.05",
        },
      });

      const [printed, [status]] = await Promise.all([text(shell.stdout), once(shell, "close")]);
      expect(status, printed).toBe(0);
      if (installs) expect(printed).toMatch(new RegExp(`^${isReleased ? next : version}$`, "m"));
      expect(emulator.state().pods).toMatchObject([{ status: "RUNNING" }]);
    },
    // Go compiles Pulumi's own SDK.
    900_000,
  );
});

test("the workflows of the repository pass actionlint", (context) => {
  const folder = join(repository, ".github/workflows");
  const workflows = readdirSync(folder).map((name) => join(folder, name));
  expect(workflows).not.toEqual([]);
  execFileSync(toolOrSkip(actionlint, context), workflows, { stdio: "pipe" });
});
