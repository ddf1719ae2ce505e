import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { findGo } from "../go.mjs";
import { toolchainFolder } from "../machine.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */

/** Module whose files import the packages that the engine leaves out. */
export const CHANGED_MODULE = "github.com/pulumi/pulumi/pkg/v3";
const STAND_INS = "podwright.invalid/toolchain/engine/without";
/** A line of Go that imports a package. */
const IMPORT = /^((?:import)?[ \t]+(?:\w+ )?)"([\w./-]+)"(?=[ \t]*(?:\/\/.*)?$)/gm;
const engine = path.join(toolchainFolder, "engine");
const without = path.join(engine, "without");

/** Returns the import paths of the packages that the engine leaves out: each has a folder of this name, with a package in its place. */
export function leftOut() {
  const files = readdirSync(without, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".go"));
  const folders = files.map((file) => path.dirname(file).replaceAll(path.sep, "/"));
  return [...new Set(folders)].filter((folder) => folder !== ".").sort();
}

/**
 * Writes what makes Go build the engine without these packages: an overlay in which the files of Pulumi's module import the packages in
 * their place. Go takes no overlay for its module cache, so the module gets a second path, a link.
 * @param {Machine} machine
 * @param {string} folder
 * @returns {Promise<{ flags: string[], problem: string }>}
 */
export async function sourcesOfEngine(machine, folder) {
  const found = findGo(machine);
  if (found === undefined) return { flags: [], problem: "Go is not installed on this machine" };
  const { go, env } = found;
  const { run, signal } = machine;
  const options = { cwd: engine, env, signal, label: "downloading the Pulumi engine's source" };
  const download = await run(go, ["mod", "download", "-json", CHANGED_MODULE], options);
  if (!download.ok) return { flags: [], problem: `fetching ${CHANGED_MODULE} failed: ${download.problem}` };
  const source = JSON.parse(download.stdout).Dir;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const link = path.join(folder, "module");
  symlinkSync(source, link, "junction");
  const { changed, unused } = changedFiles(source);
  if (unused.length > 0) return { flags: [], problem: `no file of ${CHANGED_MODULE} imports ${unused.join(", ")}` };
  /** @type {Record<string, string>} */
  const overlay = {};
  for (const [index, { file, text }] of changed.entries()) {
    const copy = path.join(folder, `${index}.go`);
    writeFileSync(copy, text);
    overlay[path.join(link, file)] = copy;
  }
  const overlayFile = path.join(folder, "overlay.json");
  writeFileSync(overlayFile, JSON.stringify({ Replace: overlay }));
  const modules = path.join(folder, "go.mod");
  const replacement = `\nreplace ${CHANGED_MODULE} => ${JSON.stringify(link)}\n`;
  writeFileSync(modules, readFileSync(path.join(engine, "go.mod"), "utf8") + replacement);
  copyFileSync(path.join(engine, "go.sum"), path.join(folder, "go.sum"));
  return { flags: ["-modfile", modules, "-overlay", overlayFile], problem: "" };
}

/**
 * Returns the files that import a package to leave out, with their new text, and the packages that no file imports.
 * @param {string} source
 */
function changedFiles(source) {
  const packages = leftOut();
  const unused = new Set(packages);
  const changed = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".go") && !/_test\.go$|(^|[\\/])testdata[\\/]/.test(file))
    .flatMap((file) => {
      const original = readFileSync(path.join(source, file), "utf8");
      const text = original.replace(IMPORT, (line, before, imported) => {
        if (!packages.includes(imported)) return line;
        unused.delete(imported);
        return `${before}"${STAND_INS}/${imported}"`;
      });
      return text === original ? [] : [{ file, text }];
    });
  return { changed, unused: [...unused] };
}
