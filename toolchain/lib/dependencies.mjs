import { createHash } from "node:crypto";
import { existsSync, symlinkSync } from "node:fs";
import path from "node:path";
import { readIfThere, writeWhole } from "./files.mjs";
import { withSearchPath } from "./lookup.mjs";
import { NODE_FOR_PROGRAMS, requireNpm } from "./runtime.mjs";
import { isAtLeast } from "./versions.mjs";

/** @typedef {import("./engine/context.mjs").Context} Context */

/** The lock file that node_modules was installed from, as a hash. Times would lie: git sets them anew. */
const MARK = path.join("node_modules", ".podwright-lock");

/** @param {string} repository */
export function areDependenciesFresh(repository) {
  const lock = readIfThere(path.join(repository, "package-lock.json"));
  if (lock === undefined)
    throw new Error(`${repository} has no package-lock.json: restore it with "git checkout package-lock.json".`);
  if (readIfThere(path.join(repository, MARK)) === hashOf(lock)) return true;
  const record = readIfThere(path.join(repository, "node_modules", ".package-lock.json"));
  return record !== undefined && isInstalled(JSON.parse(lock), JSON.parse(record));
}

/**
 * Does npm's own record of node_modules hold what the lock file asks for? It does after an `npm install` or
 * `npm ci` by hand, which need not be done again.
 * @typedef {{ packages: Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> }} Lock
 * @param {Lock} lock
 * @param {Lock} record
 */
export function isInstalled(lock, record) {
  return Object.entries(lock.packages).every(([place, wanted]) => {
    if (place === "") return true;
    const found = record.packages[place];
    if (!found) return Boolean(wanted.optional || wanted.devOptional);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** @param {string} text */
function hashOf(text) {
  return createHash("sha256").update(text).digest("hex");
}

/** @param {Context} context */
export async function installDependencies(context) {
  const { repositoryFolder, run, progress, signal } = context;
  // Not with the programs of the node_modules that is about to go.
  const env = withSearchPath(context.env, [], [path.join(repositoryFolder, "node_modules", ".bin")]);
  const npm = await run("npm", ["--version"], { cwd: repositoryFolder, env, signal });
  if (!npm.ok) throw new Error(`npm cannot be run, and Podwright is installed with it: ${npm.problem}`);
  requireNpm(npm.stdout.trim());

  const lock = readIfThere(path.join(repositoryFolder, "package-lock.json")) ?? "";
  // Whatever the user's settings say: the tools are development dependencies, and it is Node 24 that runs them.
  const args = ["ci", "--include=dev", "--engine-strict=false", "--no-audit", "--no-fund", "--loglevel=error"];
  const { ok, problem } = await progress.step("installing the npm packages (npm ci)", () =>
    run("npm", args, { cwd: repositoryFolder, env, signal }),
  );
  if (!ok) throw new Error(`The npm packages could not be installed: ${problem}`);
  await requireProgramNode({ ...context, env });
  writeWhole(path.join(repositoryFolder, MARK), hashOf(lock));
}

/** @param {string} repository @param {NodeJS.Platform} platform */
function programNode(repository, platform) {
  const folder = path.join(repository, "node_modules", "node");
  return {
    folder,
    executable: path.join(folder, "bin", platform === "win32" ? "node.exe" : "node"),
    link: path.join(repository, "node_modules", ".bin", "node"),
  };
}

/** @param {Context} context */
export function isProgramNodeThere({ repositoryFolder, platform }) {
  const { executable, link } = programNode(repositoryFolder, platform);
  return existsSync(executable) && (platform === "win32" || existsSync(link));
}

/**
 * Makes sure that the Node which runs the programs works. The package `node` fetches it with an install script,
 * which npm leaves out when the user's settings say so; then the script is run from here, because nothing works
 * without it.
 * @param {Context} context
 */
export async function requireProgramNode(context) {
  const { repositoryFolder, platform, env, run, progress, signal } = context;
  const { folder, executable, link } = programNode(repositoryFolder, platform);
  if (!isProgramNodeThere(context)) {
    const fetched = await progress.step("fetching the Node.js that runs the programs, which npm left out", () =>
      // Not the Node of this process: inside an npm script that was the one that npm has just removed.
      run("node", ["installArchSpecificPackage.js"], {
        cwd: folder,
        env: { ...env, npm_config_ignore_scripts: "false" },
        signal,
      }),
    );
    if (fetched.ok && platform !== "win32" && !existsSync(link)) {
      symlinkSync(path.join("..", "node", "bin", "node"), link);
    }
  }
  const { ok, stdout, problem } = await run(executable, ["--version"], { env, signal });
  if (ok && isAtLeast(stdout, NODE_FOR_PROGRAMS)) return;
  throw new Error(
    `node_modules/.bin/node does not work (${ok ? `it is ${stdout.trim()}` : problem}), and the programs need Node.js ${NODE_FOR_PROGRAMS} or newer: ` +
      'run "npm rebuild node --ignore-scripts=false" and look at what it says.',
  );
}
