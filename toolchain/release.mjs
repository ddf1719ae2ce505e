// `npm run release -- 1.2.3` prepares a release: version, changelog, generated files, archives, SDKs, list of parts and checksums.
// Then it makes a commit and a tag. When you push the tag, a workflow publishes the release. `--dry-run` works in a copy, and
// changes only the files in build/ or `--out FOLDER`. `--artifacts` makes the files of the current version. `--notes` prints the
// section of this version in the changelog. Arguments such as `linux-arm64` add executables to the executable for this machine.
// `--home github.com/owner/name` names the repository that publishes the release. Default: the remote `origin`.

import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { writeChecksums } from "./lib/files.mjs";
import { main, repositoryFolder } from "./lib/machine.mjs";
import { homeOfRemote, requireHome, withHome } from "./lib/release/home.mjs";
import { partsIn } from "./lib/release/parts.mjs";
import { released, renamed, requireNewer, sectionOf } from "./lib/release/version.mjs";
import { sdkPython } from "./lib/test-tools/tools.mjs";

const flag = /** @type {const} */ ({ type: "boolean" });
const out = /** @type {const} */ ({ type: "string", default: join(repositoryFolder, "build") });
const home = /** @type {const} */ ({ type: "string" });
const options = { "dry-run": flag, artifacts: flag, notes: flag, home, out };
const { values, positionals } = parseArgs({ options, allowPositionals: true });
const [next = "", ...platforms] = values.artifacts ? ["", ...positionals] : positionals;
const { version: current } = manifestIn(repositoryFolder);

await main(async (machine) => {
  if (values.notes) return void process.stdout.write(`${notesOf(repositoryFolder, current)}\n`);
  if (sdkPython.find(machine) === undefined) {
    const problem = await sdkPython.make(machine);
    if (problem) throw new Error(`Podwright cannot build and check the Python wheel: ${problem}`);
  }
  const python = sdkPython.find(machine) ?? "";
  if (values.artifacts) {
    requireHome(manifestIn(repositoryFolder), process.env.GITHUB_REPOSITORY);
    return makeArtifacts(repositoryFolder, python);
  }
  requireNewer(next, current);
  if (values["dry-run"]) return inCopy((folder) => prepare(folder, python));
  if (run("git", ["status", "--porcelain"]) !== "") throw new Error("The work tree has changes: commit them first");
  if (homeHere() === undefined)
    throw new Error(
      "A release needs the address of its repository: pass --home github.com/owner/name, or set the remote origin.",
    );
  prepare(repositoryFolder, python);
  run("git", ["commit", "--all", "--message", `Release ${next}`]);
  // Go uses the second tag.
  for (const tag of [`v${next}`, `sdk/go/v${next}`])
    run("git", ["tag", "--annotate", tag, "--message", `Release ${next}`]);
  process.stdout.write(`Check the commit. "git push --follow-tags" publishes it.\n`);
});

/** Returns the project's address from the first source that has it. `undefined` if the remote is a folder on this machine. */
function homeHere() {
  const { homepage } = manifestIn(repositoryFolder);
  return (
    values.home ?? homepage?.replace("https://", "") ?? homeOfRemote(run("git", ["ls-remote", "--get-url", "origin"]))
  );
}

/** @param {string} folder @param {string} python */
function prepare(folder, python) {
  const both = ["--workspaces", "--include-workspace-root", "--no-workspaces-update"];
  run("npm", ["version", next, "--no-git-tag-version", ...both], folder);
  // npm updates only the version of the root in the lock file.
  rewrite(join(folder, "package-lock.json"), (text) => {
    const lock = JSON.parse(text);
    lock.packages["emulator/npm"].version = next;
    return `${JSON.stringify(lock, null, 2)}\n`;
  });
  const home = homeHere();
  if (home !== undefined)
    for (const manifest of ["package.json", "emulator/npm/package.json"])
      rewrite(join(folder, manifest), (text) => `${JSON.stringify(withHome(JSON.parse(text), home), null, 2)}\n`);
  const named = run(
    "git",
    ["grep", "-lF", current, "--", "*.md", "*.json", "*.txt", "*.yml", "*pom.xml", "kernel"],
    folder,
  );
  for (const file of named.split("\n").filter((name) => !/^CHANGELOG|^package|^schema|^sdk|golden/.test(name)))
    rewrite(join(folder, file), (text) => renamed(text, current, next));
  rewrite(join(folder, "CHANGELOG.md"), (text) => released(text, next, new Date().toISOString().slice(0, 10)));
  run("node", ["toolchain/build.mjs"], folder);
  run("node", ["toolchain/generated.mjs"], folder);
  process.stdout.write(`${notesOf(folder, next)}\n\n`);
  makeArtifacts(folder, python);
}

/**
 * Makes all published files that this machine can make, in build/. Checks each file with its publishing tool.
 * @param {string} folder
 * @param {string} python
 */
function makeArtifacts(folder, python) {
  const { version } = manifestIn(folder);
  const build = join(folder, "build");
  emptyOfFiles(build);
  run("node", ["toolchain/package.mjs", "--here", ...platforms], folder);
  // A module for use without a Go proxy, with a `replace` line in go.mod.
  rmSync(join(build, "podwright-go"), { recursive: true, force: true });
  cpSync(join(folder, "sdk/go"), join(build, "podwright-go"), { recursive: true });
  run("tar", ["-czf", join(build, `podwright-go-${version}.tar.gz`), "-C", build, "podwright-go"]);
  writeFileSync(join(build, `podwright-${version}.cdx.json`), JSON.stringify(partsIn(folder), null, 2));
  // This works on a copy, because Maven writes files beside the sources.
  rmSync(join(build, "java"), { recursive: true, force: true });
  cpSync(join(folder, "sdk/java"), join(build, "java"), { recursive: true });
  run("mvn", ["--batch-mode", "--quiet", "--file", join(build, "java"), "package"], folder);
  for (const jar of [`podwright-${version}.jar`, `podwright-${version}-sources.jar`])
    cpSync(join(build, "java/target", jar), join(build, jar));
  const wheel = ["wheel", "--no-deps", "--no-build-isolation", "--wheel-dir", build];
  // Builds in a copy, because the build writes files next to the sources.
  rmSync(join(build, "python"), { recursive: true, force: true });
  cpSync(join(folder, "sdk/python"), join(build, "python"), { recursive: true });
  run(python, ["-m", "pip", ...wheel, join(build, "python")], folder);
  const files = readdirSync(build, { withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { name } of files.filter((entry) => entry.name.endsWith(".tgz")))
    run("npm", ["publish", join(build, name), "--dry-run", "--access", "public", "--loglevel=error"], folder);
  for (const { name } of files.filter((entry) => entry.name.endsWith(".whl")))
    run(python, ["-m", "twine", "check", "--strict", join(build, name)], folder);
  for (const name of writeChecksums(build))
    process.stdout.write(`${name}  ${(statSync(join(build, name)).size / 1e6).toFixed(2)} MB\n`);
}

/** Removes all files, because a release must not contain files of another release. @param {string} folder */
function emptyOfFiles(folder) {
  const files = existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
  for (const file of files.filter((entry) => entry.isFile())) rmSync(join(folder, file.name));
}

/** @param {(folder: string) => void} work */
function inCopy(work) {
  const folder = join(mkdtempSync(join(tmpdir(), "podwright-release-")), "podwright");
  run("git", ["worktree", "add", "--quiet", "--detach", folder]);
  try {
    symlinkSync(join(repositoryFolder, "node_modules"), join(folder, "node_modules"));
    work(folder);
    rmSync(values.out, { recursive: true, force: true });
    cpSync(join(folder, "build"), values.out, { recursive: true });
  } finally {
    run("git", ["worktree", "remove", "--force", folder]);
  }
}

/** @param {string} folder @param {string} version */
function notesOf(folder, version) {
  return sectionOf(readFileSync(join(folder, "CHANGELOG.md"), "utf8"), version);
}

/** @param {string} folder @returns {import("./lib/release/home.mjs").Manifest & { version: string }} */
function manifestIn(folder) {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

/** @param {string} file @param {(text: string) => string} change */
function rewrite(file, change) {
  writeFileSync(file, change(readFileSync(file, "utf8")));
}

/** @param {string} command @param {readonly string[]} args */
function run(command, args, cwd = repositoryFolder) {
  process.stderr.write(`$ ${[command, ...args].join(" ")}\n`);
  return execFileSync(command, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trim();
}
