import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { hashFiles, hashText, readIfThere, writeWhole } from "./files.mjs";
import { withSearchPath } from "./machine.mjs";
import { isAtLeast } from "./versions.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */

/** Oldest Node for Undici 8, Vitest 5 and @pulumi/pulumi. The packages of `toolchain/node` bring a newer Node. */
const NODE_FOR_PROGRAMS = "22.19.0";

/** Inputs of the build. The last folder has the code that bundles and that writes the licence notices. */
const SOURCE_FOLDERS = ["kernel", "client", "provider", "emulator", "cli", "examples", "toolchain/lib/release"];
const SETTINGS = [
  ...["toolchain/build.mjs", "toolchain/lib/compiler.mjs", "toolchain/tsconfig.build.json"],
  ...["tsconfig.json", "package.json", "package-lock.json"],
];
const SOURCES = /\.([cm]?[jt]s|json|html|css|svg)$/;
/** Folders that stacks and their languages create among the sources. */
const NOT_SOURCES = /^(\.|node_modules$|dist$|venv$|__pycache__$)/;

/**
 * Installs the packages and builds. Skips the installation or the build if its result is up to date.
 * @param {Machine} machine
 */
export async function prepareClone(machine) {
  const isReady = () => arePackagesFresh(machine.repositoryFolder) && isBuildFresh(machine.repositoryFolder);
  if (isReady()) return;
  const { withLock } = await import("./lock.mjs");
  const { cacheFolder, repositoryFolder, signal, say } = machine;
  // The lock is outside of the clone: `npm ci` empties node_modules, and the other folders of a work tree must stay clean.
  const lock = path.join(cacheFolder, "setup", `${hashText(repositoryFolder).slice(0, 16)}.pid`);
  const onWait = (/** @type {number} */ pid) =>
    say(`Another process (${pid}) is setting up this clone; waiting for it. Lock: ${lock}`);
  await withLock(lock, { signal, onWait }, async () => {
    // The previous holder of the lock may already have done the work.
    if (!arePackagesFresh(repositoryFolder)) await installPackages(machine);
    if (!isBuildFresh(repositoryFolder)) await build(machine);
  });
}

/**
 * Stores a hash of the lock file that node_modules was installed from. Git changes the times of files, so a newer time
 * does not prove a change.
 * @param {string} folder
 */
const installMark = (folder) => path.join(folder, "node_modules", ".podwright-lock");

/** @param {string} folder that holds a package-lock.json */
export function arePackagesFresh(folder) {
  return readIfThere(installMark(folder)) === lockHash(folder);
}

/** @param {string} folder */
function lockHash(folder) {
  const lock = readIfThere(path.join(folder, "package-lock.json"));
  if (lock !== undefined) return hashText(lock);
  throw new Error(`${folder} has no package-lock.json: restore it with "git checkout package-lock.json".`);
}

/**
 * @param {Machine} machine
 * @param {string} [folder]
 */
export async function installPackages({ repositoryFolder, run, signal, ...machine }, folder = repositoryFolder) {
  // Leaves out the programs of this node_modules, because npm is about to remove them.
  const env = withSearchPath(machine.env, [], [path.join(repositoryFolder, "node_modules", ".bin")]);
  // These options do not depend on the user's settings. The tools are development dependencies, and Node 24 runs them. No
  // package needs its install script, so npm runs none. npm installs only packages in the lock file.
  const included = ["--include=dev", "--include=optional", "--engine-strict=false", "--ignore-scripts"];
  const args = ["ci", ...included, "--no-audit", "--no-fund"];
  const label = `installing npm packages in ${path.relative(repositoryFolder, folder) || "the clone"} (npm ci)`;
  const { ok, problem } = await run("npm", [...args, "--loglevel=error"], { cwd: folder, env, signal, label });
  if (!ok) throw new Error(`The npm packages could not be installed: ${problem}`);
  if (folder === repositoryFolder) await requireProgramNode({ ...machine, repositoryFolder, run, signal, env });
  writeWhole(installMark(folder), lockHash(folder));
}

/**
 * Requires a Node that can run the programs. The Node of its npm package comes first. If npm has no package for this
 * system, the Node on the PATH is used.
 * @param {Machine} machine
 */
async function requireProgramNode({ repositoryFolder, platform, arch, env, run, signal }) {
  const withNode = withSearchPath(env, [path.join(repositoryFolder, "node_modules", ".bin")]);
  const { ok, stdout, problem } = await run("node", ["--version"], { env: withNode, signal });
  if (ok && isAtLeast(stdout, NODE_FOR_PROGRAMS)) return;
  throw new Error(
    `The programs need Node.js ${NODE_FOR_PROGRAMS} or newer. npm has no Node for ${platform} on ${arch}, and the Node on the PATH ` +
      `${ok ? `is ${stdout.trim()}` : `does not run (${problem})`}: install a current Node.js from https://nodejs.org and run the command again.`,
  );
}

/**
 * Returns one hash over all inputs of the build.
 * @param {string} repository
 */
export function hashInputs(repository) {
  const settings = SETTINGS.filter((name) => existsSync(path.join(repository, name)));
  return hashFiles(repository, [...settings, ...SOURCE_FOLDERS.flatMap((folder) => sources(repository, folder))]);
}

/**
 * @param {string} repository
 * @param {string} folder
 * @returns {string[]}
 */
function sources(repository, folder) {
  const absolute = path.join(repository, folder);
  if (!existsSync(absolute)) return [];
  return readdirSync(absolute, { withFileTypes: true }).flatMap((entry) => {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) return NOT_SOURCES.test(entry.name) ? [] : sources(repository, name);
    return entry.isFile() && SOURCES.test(entry.name) ? [name] : [];
  });
}

/** @param {string} repository */
export function isBuildFresh(repository) {
  return readIfThere(path.join(repository, "dist", ".inputs")) === hashInputs(repository);
}

/**
 * Builds into a new folder and then replaces the old output, so that no output of a removed source is published.
 * @param {Machine} machine
 */
export async function build({ repositoryFolder, env, run, signal }) {
  const inputs = hashInputs(repositoryFolder);
  const dist = path.join(repositoryFolder, "dist");
  const unfinished = `${dist}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const { ok, problem } = await run("npm", ["run", "--silent", "build", "--", "--outDir", unfinished], {
    cwd: repositoryFolder,
    env: withSearchPath(env, [path.join(repositoryFolder, "node_modules", ".bin")]),
    signal,
    label: "building Podwright (npm run build)",
  });
  if (!ok) throw new Error(`Podwright could not be built: ${problem}`);
  writeWhole(path.join(unfinished, ".inputs"), inputs);
  rmSync(dist, { recursive: true, force: true });
  renameSync(unfinished, dist);
}
