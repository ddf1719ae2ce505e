import { chmodSync, copyFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { buildGoProgram, findGo } from "../go.mjs";
import { isExecutable, toolchainFolder } from "../machine.mjs";
import { builtFolder, markReady } from "./find.mjs";
import { scripts, sdk } from "./parts.mjs";
import { sourcesOfEngine } from "./sources.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./find.mjs").Outcome} Outcome */

/**
 * @param {Machine} machine
 * @param {readonly import("../go.mjs").GoProgram[]} needed
 * @returns {Promise<Outcome>}
 */
export async function buildEngine(machine, needed) {
  const folder = builtFolder(machine);
  machine.say(`Building the Pulumi engine with Go into ${folder}; the first build takes two to eight minutes.`);
  const sources = `${folder}.sources`;
  const { flags, problem: lacking } = await sourcesOfEngine(machine, sources);
  if (lacking) return { problem: lacking };
  for (const program of needed) {
    const problem = await buildGoProgram(machine, program, folder, program.module === "engine" ? flags : []);
    if (problem) return { problem };
  }
  rmSync(sources, { recursive: true, force: true });
  const problem = (await copyScripts(machine, folder)) || (await markReady(folder, machine, needed));
  if (problem === "") return { folder };
  // Removes programs that do not run, so that a later call does not use them. Go's own cache makes the next build short.
  rmSync(folder, { recursive: true, force: true });
  return { problem };
}

/** @param {Machine} machine @param {string} folder */
async function copyScripts(machine, folder) {
  const missing = scripts(machine.platform).filter(({ name }) => !isExecutable(path.join(folder, name)));
  const found = findGo(machine);
  if (missing.length === 0 || found === undefined) return "";
  const options = { cwd: path.join(toolchainFolder, "hosts"), env: found.env, signal: machine.signal };
  const download = await machine.run(found.go, ["mod", "download", "-json", sdk], options);
  if (!download.ok) return `fetching ${sdk} failed: ${download.problem}`;
  for (const { name, source } of missing) {
    const file = path.join(folder, name);
    copyFileSync(path.join(JSON.parse(download.stdout).Dir, source), `${file}.unfinished`);
    chmodSync(`${file}.unfinished`, 0o755);
    renameSync(`${file}.unfinished`, file);
  }
  return "";
}
