import { mkdirSync, readdirSync, renameSync } from "node:fs";
import path from "node:path";
import { hashFiles, hashText } from "./files.mjs";
import { findExecutable, isExecutable, searchPath, toolchainFolder } from "./machine.mjs";

/** Builds programs from Go modules with committed versions and sums. A module is its folder, from toolchain/. */

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ name: string, module: string, package: string, ldflags: string }} GoProgram */

/** Go stores no version-control information, because git may refuse to read a clone that another user owns. */
export const BUILD_FLAGS = ["-mod=readonly", "-trimpath", "-buildvcs=false"];

/**
 * Variables that save a third of the compiler's time. The linker would remove the information for a debugger anyway, so programs do not
 * change and keep the names of their recipes.
 */
const FASTER = { GOFLAGS: "-gcflags=all=-dwarf=false", GOGC: "400" };

/** @param {string} name @param {NodeJS.Platform} platform */
export const executableName = (name, platform) => (platform === "win32" ? `${name}.exe` : name);

/**
 * Finds Go. In the returned environment, the user's own Go settings have no effect and Go needs no C compiler. If a module needs a
 * newer Go, Go downloads it.
 * @param {Machine} machine
 * @returns {{ go: string, env: NodeJS.ProcessEnv } | undefined}
 */
export function findGo({ env, platform }) {
  const go = findExecutable(executableName("go", platform), searchPath(env));
  if (go === undefined) return undefined;
  const { GOOS, GOARCH, ...rest } = env;
  return { go, env: { ...rest, ...FASTER, GOWORK: "off", CGO_ENABLED: "0", GOTOOLCHAIN: "auto" } };
}

/**
 * Returns a name for the result of a build. A build from other sources, with other flags or for another processor gets
 * another name.
 * @param {Machine} machine
 * @param {readonly GoProgram[]} programs
 */
export function recipeHash({ platform, arch }, programs) {
  const modules = [...new Set(programs.map(({ module }) => module))];
  const sources = modules.flatMap((name) => sourcesOf(name).map((file) => path.join(name, file)));
  const recipe = JSON.stringify([platform, arch, BUILD_FLAGS, programs]);
  return hashText(hashFiles(toolchainFolder, sources) + recipe).slice(0, 12);
}

/** @param {string} module */
const sourcesOf = (module) =>
  readdirSync(path.join(toolchainFolder, module), { recursive: true, encoding: "utf8" }).filter((file) =>
    /\.(go|mod|sum)$/.test(file),
  );

/**
 * Builds the program unless it exists. Other processes that need it wait during the build. The program gets its final name only when
 * it is complete. After an interruption, Go's own cache shortens the next build.
 * @param {Machine} machine
 * @param {GoProgram} program
 * @param {string} folder
 * @param {readonly string[]} [flags] further flags of the build
 * @returns {Promise<string>} why there is no program, or an empty text
 */
export async function buildGoProgram(machine, program, folder, flags = []) {
  const file = path.join(folder, executableName(program.name, machine.platform));
  if (isExecutable(file)) return "";
  const found = findGo(machine);
  if (found === undefined) return "Go is not installed on this machine";
  const { withLock } = await import("./lock.mjs");
  const lock = `${folder}.${program.name}.pid`;
  const onWait = (/** @type {number} */ pid) =>
    machine.say(`Another process (${pid}) is building ${program.name}; waiting for it. Lock: ${lock}`);
  return withLock(lock, { signal: machine.signal, onWait }, async () => {
    // The previous holder of the lock may already have built the program.
    if (isExecutable(file)) return "";
    return buildInto(file, program, { ...machine, ...found, flags });
  });
}

/**
 * @param {string} file
 * @param {GoProgram} program
 * @param {Pick<Machine, "run" | "signal"> & { go: string, env: NodeJS.ProcessEnv, flags: readonly string[] }} with
 */
async function buildInto(file, { name, module, package: target, ldflags }, { run, signal, go, env, flags }) {
  const unfinished = `${file}.unfinished`;
  mkdirSync(path.dirname(file), { recursive: true });
  const args = ["build", ...BUILD_FLAGS, ...flags, "-ldflags", ldflags, "-o", unfinished, target];
  const cwd = path.join(toolchainFolder, module);
  const { ok, problem } = await run(go, args, { cwd, env, signal, label: `building ${name} with Go` });
  if (!ok) return `building ${name} failed: ${problem}`;
  renameSync(unfinished, file);
  return "";
}
