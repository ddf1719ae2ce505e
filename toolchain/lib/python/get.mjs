import { cpSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { findExecutable, searchPath } from "../lookup.mjs";
import { getTool } from "../tool/get.mjs";

const INSTALL_MS = 600_000;
/** From 3.10, with the parts that make environments, which some systems leave out. */
const USABLE = "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))";

/**
 * @param {import("../engine/context.mjs").Context} context
 * @param {import("./find.mjs").PythonTool} tool
 * @returns {Promise<string>}
 */
export function getPython(context, tool) {
  return getTool(context, tool, { lock: "python", routes: [(held) => makeEnvironment(held, tool)] });
}

/**
 * @param {import("../engine/context.mjs").Context} context
 * @param {import("./find.mjs").PythonTool} tool
 */
async function makeEnvironment(context, tool) {
  const { env, run, progress, signal } = context;
  const python = findExecutable("python3", searchPath(env));
  if (!python) return "there is no Python on this machine";
  const options = { env, signal, timeoutMs: INSTALL_MS };
  if (!(await run(python, ["-c", USABLE], options)).ok)
    return `${python} is older than 3.10, or cannot make virtual environments (Debian's package python3-venv)`;

  const folder = tool.folder(context);
  const { problem } = await progress.step(`making ${tool.what}`, async (onLine) => {
    const made = await run(python, ["-m", "venv", "--clear", folder], options);
    if (!made.ok) return made;
    const copy = tool.source === undefined ? undefined : copyOf(tool.source);
    const pip = ["-m", "pip", "install", "--no-compile", "--disable-pip-version-check", ...tool.pip];
    try {
      return await run(path.join(folder, "bin/python"), [...pip, ...(copy === undefined ? [] : [copy])], {
        ...options,
        onLine,
      });
    } finally {
      if (copy !== undefined) rmSync(copy, { recursive: true, force: true });
    }
  });
  return problem || "what was made does not run here";
}

/**
 * Building a package leaves its traces where the sources are.
 * @param {string} folder
 */
function copyOf(folder) {
  const copy = mkdtempSync(path.join(os.tmpdir(), "podwright-python-"));
  cpSync(folder, copy, { recursive: true });
  return copy;
}
