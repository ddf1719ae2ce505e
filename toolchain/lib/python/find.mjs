import { readdirSync } from "node:fs";
import path from "node:path";
import { hashFiles } from "../files.mjs";
import { repositoryFolder } from "../places.mjs";
import { findTool } from "../tool/find.mjs";

const ANSWER_MS = 60_000;

/** The environments, kept one beside the other. */
const environments = (/** @type {import("../engine/context.mjs").Context} */ { cacheFolder }) =>
  path.join(cacheFolder, "python");

/**
 * A Python whose packages some tests use: a virtual environment under the cache folder.
 * @typedef {import("../tool/find.mjs").Tool & {
 *   pip: string[], folder: (context: import("../engine/context.mjs").Context) => string, source?: string,
 * }} PythonTool `pip` is what to install; `source` a folder to install from, too
 */

/**
 * @param {{ what: string, advice: string, variable: string, key: string, check: string, pip: string[], source?: string }} of
 *   `check` is a Python program that ends well where all that the tests need is there
 * @returns {PythonTool}
 */
function environment({ key, check, ...rest }) {
  /** @type {PythonTool["folder"]} */
  const folder = (context) => path.join(environments(context), key);
  return {
    ...rest,
    folder,
    *candidates(context) {
      yield path.join(folder(context), "bin/python");
    },
    // A Python that was upgraded or removed leaves an environment that looks whole and does not run.
    async works({ run, env, signal }, candidate) {
      return (await run(candidate, ["-c", check], { env, signal, timeoutMs: ANSWER_MS })).ok;
    },
  };
}

const CLIENT = "runpod";
const CLIENT_VERSION = "1.12.0";

/** The platform's own client for Python, which the emulator has to serve as it is. */
export const clientPython = environment({
  what: `a Python with the package ${CLIENT}`,
  advice: `The test of that package needs one: install Python 3.10 or newer with venv and let pip reach a package index, or set PODWRIGHT_CLIENT_PYTHON to a Python that has ${CLIENT} ${CLIENT_VERSION}.`,
  variable: "PODWRIGHT_CLIENT_PYTHON",
  key: `${CLIENT}-${CLIENT_VERSION}`,
  check: `import ${CLIENT}\nfrom importlib.metadata import version\nassert version("${CLIENT}") == "${CLIENT_VERSION}"`,
  pip: ["--only-binary", ":all:", `${CLIENT}==${CLIENT_VERSION}`],
});

const sdk = path.join(repositoryFolder, "sdk/python");

/** What runs programs that use the SDK for Python. Another SDK has another environment. */
export const sdkPython = environment({
  what: "a Python with the SDK of this clone",
  advice:
    "The test of the Python example needs one: install Python 3.10 or newer with venv and let pip reach a package index, or set PODWRIGHT_SDK_PYTHON to a Python that has this SDK.",
  variable: "PODWRIGHT_SDK_PYTHON",
  key: `sdk-${hashFiles(sdk, filesOf(sdk)).slice(0, 16)}`,
  check: "import pulumi_podwright",
  pip: ["setuptools"],
  source: sdk,
});

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/**
 * One that is there already and runs: nothing is made.
 * @param {import("../engine/context.mjs").Context} context
 * @param {PythonTool} tool
 */
export function findPython(context, tool) {
  return findTool(context, tool);
}
