import { mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { hashFiles, hashText } from "./files.mjs";
import { findExecutable, isExecutable, searchPath, toolchainFolder } from "./machine.mjs";

/** Programs built from Go modules with committed versions and sums; each module has a folder of toolchain/. */

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ name: string, module: string, package: string, ldflags: string }} GoProgram */

/** No version-control stamp: git may refuse to read a clone that another user owns. */
export const BUILD_FLAGS = ["-mod=readonly", "-trimpath", "-buildvcs=false"];

/** @param {string} name @param {NodeJS.Platform} platform */
export const executableName = (name, platform) => (platform === "win32" ? `${name}.exe` : name);

/**
 * Go, and an environment in which the user's own Go settings change nothing and no C compiler is needed. If a module
 * needs a newer Go, Go fetches it.
 * @param {Machine} machine
 * @returns {{ go: string, env: NodeJS.ProcessEnv } | undefined}
 */
export function findGo({ env, platform }) {
  const go = findExecutable(executableName("go", platform), searchPath(env));
  if (go === undefined) return undefined;
  const { GOOS, GOARCH, ...rest } = env;
  return { go, env: { ...rest, GOFLAGS: "", GOWORK: "off", CGO_ENABLED: "0", GOTOOLCHAIN: "auto" } };
}

/**
 * Names the result of a build: other sources, flags or processors give another name.
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
const sourcesOf = (module) => ["go.mod", "go.sum", ["golang", "sdkgen"].includes(module) ? "main.go" : "tools.go"];

/**
 * Builds the program unless it exists. It gets its name only once it is complete, so the next build continues an
 * interrupted build.
 * @param {Machine} machine
 * @param {GoProgram} program
 * @param {string} folder
 * @returns {Promise<string>} why there is none, or an empty text
 */
export async function buildGoProgram(machine, { name, module, package: target, ldflags }, folder) {
  const file = path.join(folder, executableName(name, machine.platform));
  if (isExecutable(file)) return "";
  const found = findGo(machine);
  if (found === undefined) return "there is no Go on this machine";
  const unfinished = path.join(`${folder}.unfinished`, `${process.pid}-${name}`);
  for (const needed of [folder, path.dirname(unfinished)]) mkdirSync(needed, { recursive: true });
  const args = ["build", ...BUILD_FLAGS, "-ldflags", ldflags, "-o", unfinished, target];
  const { ok, problem } = await machine.run(found.go, args, {
    cwd: path.join(toolchainFolder, module),
    env: found.env,
    signal: machine.signal,
    label: `building ${name} with Go`,
  });
  if (!ok) return `building ${name} failed: ${problem}`;
  renameSync(unfinished, file);
  rmSync(path.dirname(unfinished), { recursive: true, force: true });
  return "";
}
