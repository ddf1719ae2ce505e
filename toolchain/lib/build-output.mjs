import { existsSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { hashFiles, readIfThere, writeWhole } from "./files.mjs";
import { withSearchPath } from "./lookup.mjs";

/** What the build reads. */
const FOLDERS = ["provider", "emulator", "cli", "examples"];
const FILES = /^(tsconfig.*\.json|package\.json|package-lock\.json)$/;
const SOURCES = /\.([cm]?[jt]s|json)$/;
/** Folders that stacks and their languages leave among the sources. */
const NOT_SOURCES = /^(\.|node_modules$|dist$|venv$|__pycache__$)/;

const MARK = path.join("dist", ".inputs");

/**
 * One hash over everything the build reads.
 * @param {string} repository
 */
export function hashInputs(repository) {
  const top = readdirSync(repository).filter((name) => FILES.test(name));
  return hashFiles(repository, [...top, ...FOLDERS.flatMap((folder) => sources(repository, folder))]);
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
  return readIfThere(path.join(repository, MARK)) === hashInputs(repository);
}

/** @param {import("./engine/context.mjs").Context} context */
export async function build({ repositoryFolder, env, run, progress, signal }) {
  const inputs = hashInputs(repositoryFolder);
  const mark = path.join(repositoryFolder, MARK);
  // Off before the first output changes: an interrupted build must not pass for the one before it.
  rmSync(mark, { force: true });
  const { ok, stdout, problem } = await progress.step("building Podwright (npm run build)", () =>
    run("npm", ["run", "--silent", "build", "--", "--listEmittedFiles"], {
      cwd: repositoryFolder,
      env: withSearchPath(env, [path.join(repositoryFolder, "node_modules", ".bin")]),
      signal,
    }),
  );
  if (!ok) throw new Error(`Podwright could not be built: ${problem}`);
  removeOthers(path.join(repositoryFolder, "dist"), emitted(stdout));
  writeWhole(mark, inputs);
}

/** @param {string} stdout of the compiler */
function emitted(stdout) {
  return new Set([...stdout.matchAll(/^TSFILE: (.*)$/gm)].map(([, file = ""]) => path.normalize(file.trim())));
}

/**
 * Takes away what a source that is gone or renamed has left: it would be published, and found by whoever still asks
 * for it. Afterwards, and not the whole folder before: whoever runs what is there goes on.
 * @param {string} folder
 * @param {ReadonlySet<string>} made
 */
function removeOthers(folder, made) {
  if (!existsSync(folder)) return;
  // As the compiler names it, which looks through links.
  const root = realpathSync(folder);
  const files = readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((name) => path.join(root, name))
    .filter((file) => statSync(file).isFile());
  // Nothing is known of a folder whose files go by other names than the compiler's.
  if (!files.some((file) => made.has(file))) return;
  for (const file of files) if (!made.has(file)) rmSync(file, { force: true });
}
