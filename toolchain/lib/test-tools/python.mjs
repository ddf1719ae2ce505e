import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { writeWhole } from "../files.mjs";
import { executableName } from "../go.mjs";
import { findExecutable, isExecutable, searchPath } from "../machine.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./tools.mjs").TestTool} TestTool */

const PIP_MS = 600_000;

/**
 * Returns a tool that is a Python virtual environment in the cache folder.
 * @param {{ name: string, key: string, packages: readonly string[], source?: string, program?: string }} of pip also installs
 * the
 *   folder `source`; `program` is the preferred Python
 * @returns {TestTool}
 */
export function pythonWith({ name, key, packages, source, program = "python3" }) {
  const folderIn = (/** @type {Machine} */ { cacheFolder }) => path.join(cacheFolder, "python", key);
  const pythonIn = (/** @type {Machine} */ machine) =>
    path.join(folderIn(machine), machine.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const ready = "podwright-ready";
  return {
    name,
    advice:
      "Tests that use it are skipped. To run them, install Python 3.10 or newer with venv on a machine where pip can reach a package index.",
    find(machine) {
      const python = pythonIn(machine);
      return existsSync(path.join(folderIn(machine), ready)) && isExecutable(python) ? python : undefined;
    },
    async make(machine) {
      const { env, signal, run, platform } = machine;
      const options = { env, signal, timeoutMs: PIP_MS };
      const makeWith = async (/** @type {string} */ candidate) => {
        const python = findExecutable(executableName(candidate, platform), searchPath(env));
        const args = ["-m", "venv", "--clear", folderIn(machine)];
        return python === undefined ? undefined : await run(python, args, options);
      };
      const preferred = await makeWith(program);
      const venv = preferred?.ok ? preferred : await makeWith("python3");
      if (venv === undefined) return "Python is not installed on this machine";
      if (!venv.ok) return venv.problem;
      // Works on a copy, because pip writes files next to the sources of a package.
      const copy = mkdtempSync(path.join(os.tmpdir(), "podwright-python-"));
      try {
        if (source !== undefined) cpSync(source, copy, { recursive: true });
        const pip = ["-m", "pip", "install", "--no-compile", "--disable-pip-version-check", ...packages];
        const args = [...pip, ...(source === undefined ? [] : [copy])];
        const { ok, problem } = await run(pythonIn(machine), args, { ...options, label: `making ${name}` });
        if (!ok) return problem;
      } finally {
        rmSync(copy, { recursive: true, force: true });
      }
      writeWhole(path.join(folderIn(machine), ready), "");
      return "";
    },
  };
}
