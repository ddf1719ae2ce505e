import { chmodSync, copyFileSync, realpathSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { readIfThere, writeWhole } from "./files.mjs";
import { buildGoProgram, executableName, findGo, recipeHash } from "./go.mjs";
import { findExecutable, isExecutable, searchPath, toolchainFolder } from "./machine.mjs";
import { isAtLeast } from "./versions.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ folder: string, problem?: undefined } | { folder?: undefined, problem: string }} Outcome */

/** The oldest engine that Podwright is known to work with. */
export const ENGINE_FLOOR = "3.220.0";
/** The engine that a build from Go modules makes. */
const ENGINE_VERSION = "3.259.0";
/** The last release of the SDK's module that contains the language hosts for Node.js and Python. */
const HOSTS_VERSION = "3.68.0";
const YAML_VERSION = "1.38.0";
/** The folder that the user names. It is used or refused, never ignored. */
const FOLDER_VARIABLE = "PODWRIGHT_ENGINE_DIR";
/** The last file written to a folder of the cache: an engine counts only after it has run once. */
const READY = "ready.json";
const REACH_MS = 5_000;
const INSTALL_MS = 300_000;

const sdk = "github.com/pulumi/pulumi/sdk/v3";
const version = (/** @type {string} */ variable, /** @type {string} */ value) => `-s -w -X ${variable}=v${value}`;
const sdkVersion = (/** @type {string} */ value) => version(`${sdk}/go/common/version.Version`, value);

/**
 * Smallest first, so that a machine that cannot build finds out soon. Several modules, because their requirements
 * disagree. Pulumi's own host for Go programs is a module that proxies may not have, so `golang` is ours.
 * @type {readonly import("./go.mjs").GoProgram[]}
 */
const programs = [
  {
    name: "pulumi-language-nodejs",
    module: "hosts",
    package: `${sdk}/nodejs/cmd/pulumi-language-nodejs`,
    ldflags: sdkVersion(HOSTS_VERSION),
  },
  {
    name: "pulumi-language-python",
    module: "hosts",
    package: `${sdk}/python/cmd/pulumi-language-python`,
    ldflags: sdkVersion(HOSTS_VERSION),
  },
  {
    name: "pulumi-language-yaml",
    module: "yaml",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    ldflags: version("github.com/pulumi/pulumi-yaml/pkg/version.Version", YAML_VERSION),
  },
  {
    name: "pulumi-language-go",
    module: "golang",
    package: "podwright.invalid/toolchain/golang",
    ldflags: "-s -w",
  },
  {
    name: "pulumi",
    module: "engine",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    ldflags: sdkVersion(ENGINE_VERSION),
  },
];

/** Scripts that the module of the language hosts holds ready-made. @param {NodeJS.Platform} platform */
function scripts(platform) {
  const launcher = `pulumi-resource-pulumi-nodejs${platform === "win32" ? ".cmd" : ""}`;
  return [
    { name: "pulumi-language-python-exec", source: "python/cmd/pulumi-language-python-exec" },
    { name: launcher, source: `nodejs/dist/${launcher}` },
  ];
}

/**
 * The parts that an engine would not find: it looks beside itself first and then on the search path.
 * @param {string} folder
 * @param {readonly string[]} alsoIn
 * @param {NodeJS.Platform} platform
 */
function missingParts(folder, alsoIn, platform) {
  const needed = programs.map(({ name }) => name).filter((name) => name !== "pulumi-language-go");
  const names = [...needed.map((name) => executableName(name, platform)), ...scripts(platform).map(({ name }) => name)];
  return names.filter((name) => !findExecutable(name, [folder, ...alsoIn]));
}

/**
 * The folder of an engine that is there already: nothing is fetched or built.
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
export async function findEngine(machine) {
  const named = machine.env[FOLDER_VARIABLE];
  if (named) {
    const outcome = await inspect(path.resolve(named), [], machine);
    if (outcome.folder !== undefined) return outcome;
    throw new Error(
      `${FOLDER_VARIABLE} names ${named}, which cannot be used: ${outcome.problem}. Correct it or unset it.`,
    );
  }
  const cached = [installedFolder(machine), builtFolder(machine)].find(
    (folder) => folder !== undefined && readIfThere(path.join(folder, READY)) !== undefined,
  );
  const onPath = await engineOnPath(machine);
  return onPath.folder === undefined && cached !== undefined ? { folder: cached } : onPath;
}

/**
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function engineOnPath(machine) {
  const folders = searchPath(machine.env);
  const pulumi = findExecutable(executableName("pulumi", machine.platform), folders);
  if (!pulumi) return { problem: "not found" };
  const first = await inspect(path.dirname(pulumi), folders, machine);
  // An installer may put only a link to `pulumi` on the search path; its companions lie beside the real file.
  const real = path.dirname(realpathSync(pulumi));
  return first.folder !== undefined || real === path.dirname(pulumi) ? first : await inspect(real, folders, machine);
}

/**
 * @param {string} folder
 * @param {readonly string[]} alsoIn
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function inspect(folder, alsoIn, { platform, run, env, signal }) {
  const missing = missingParts(folder, alsoIn, platform);
  if (missing.length > 0) return { problem: `${folder} lacks ${missing.join(", ")}` };
  const options = { env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" }, timeoutMs: 30_000, signal };
  const { ok, stdout, problem } = await run(
    path.join(folder, executableName("pulumi", platform)),
    ["version"],
    options,
  );
  if (!ok) return { problem };
  return isAtLeast(stdout, ENGINE_FLOOR)
    ? { folder }
    : { problem: `${folder} holds ${stdout.trim()}, and ${ENGINE_FLOOR} or newer is needed` };
}

/** Where the official installer's engine that matches the installed SDK is kept. @param {Machine} machine */
function installedFolder({ repositoryFolder, cacheFolder, platform, arch }) {
  const manifest = readIfThere(path.join(repositoryFolder, "node_modules", "@pulumi", "pulumi", "package.json"));
  if (manifest === undefined) return undefined;
  return path.join(cacheFolder, "engine", `installed-${JSON.parse(manifest).version}-${platform}-${arch}`, "bin");
}

/** @param {Machine} machine */
export function builtFolder(machine) {
  return path.join(machine.cacheFolder, "engine", `${ENGINE_VERSION}-${recipeHash(machine, programs)}`);
}

/**
 * The folder of an engine, installed or built where none is there. Another process that wants one waits.
 * @param {Machine} machine
 * @returns {Promise<string>}
 */
export async function ensureEngine(machine) {
  const found = await findEngine(machine);
  if (found.folder !== undefined) return found.folder;
  const { withLock } = await import("./lock.mjs");
  const lock = `${builtFolder(machine)}.pid`;
  const onWait = (/** @type {number} */ pid) =>
    machine.say(`Another process (${pid}) is preparing the Pulumi engine; waiting for it. Lock: ${lock}`);
  return withLock(lock, { signal: machine.signal, onWait }, async () => {
    const again = await findEngine(machine);
    if (again.folder !== undefined) return again.folder;
    const installed = await installEngine(machine);
    if (installed.folder !== undefined) return installed.folder;
    machine.say(`The official installer gives no engine: ${installed.problem.split("\n")[0]}`);
    const built = await buildEngine(machine);
    if (built.folder !== undefined) return built.folder;
    const problems = [again.problem, installed.problem, built.problem].map((text) => text.replaceAll("\n", "\n     "));
    throw new Error(
      [
        "There is no Pulumi engine on this machine, and none could be installed. Tried, in this order:",
        `  1. pulumi on PATH: ${problems[0]}`,
        `  2. the official installer: ${problems[1]}`,
        `  3. a build from Go modules: ${problems[2]}`,
        "Do one of these, then run the command again:",
        `  - install Pulumi ${ENGINE_FLOOR} or newer: https://www.pulumi.com/docs/install/`,
        "  - install Go (https://go.dev/dl/) and let it reach a Go module proxy",
        `  - set ${FOLDER_VARIABLE} to a folder that holds pulumi and its language hosts`,
      ].join("\n"),
    );
  });
}

/**
 * Runs the official installer as the Automation API does, where its host can be reached: its own download would wait for
 * two minutes first.
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function installEngine(machine) {
  const { platform, fetch, signal, run, env, repositoryFolder } = machine;
  const folder = installedFolder(machine);
  if (folder === undefined) return { problem: 'it needs node_modules/@pulumi/pulumi, which "npm ci" installs' };
  const url = `https://get.pulumi.com/install.${platform === "win32" ? "ps1" : "sh"}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]) });
    await response.body?.cancel();
    if (!response.ok) return { problem: `${url} responds with ${response.status}` };
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = /** @type {Error & { cause?: Error }} */ (error);
    return { problem: `${url} cannot be reached (${cause?.message ?? message})` };
  }
  // Into a folder of its own first, because an interrupted installer leaves a part that looks like the whole.
  const root = path.dirname(folder);
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const script = fileURLToPath(new URL("./run-installer.mjs", import.meta.url));
  const label = "installing Pulumi with its official installer";
  const options = { cwd: repositoryFolder, env, signal, timeoutMs: INSTALL_MS, label };
  const { ok, problem } = await run(process.execPath, [script, unfinished], options);
  const wrong = ok ? await markReady(path.join(unfinished, "bin"), machine) : problem;
  if (wrong) return { problem: wrong };
  rmSync(root, { recursive: true, force: true });
  renameSync(unfinished, root);
  return { folder };
}

/**
 * @param {Machine} machine
 * @returns {Promise<Outcome>}
 */
async function buildEngine(machine) {
  const folder = builtFolder(machine);
  machine.say(`Building the Pulumi engine with Go into ${folder}; the first build takes about 7 minutes.`);
  for (const program of programs) {
    const problem = await buildGoProgram(machine, program, folder);
    if (problem) return { problem };
  }
  const problem = (await copyScripts(machine, folder)) || (await markReady(folder, machine));
  if (problem === "") return { folder };
  // Programs that do not run are of no use to a later call; with Go's own cache the next build is short.
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

/**
 * @param {string} folder
 * @param {Machine} machine
 * @returns {Promise<string>} why the engine there does not run, or an empty text
 */
async function markReady(folder, machine) {
  const { problem = "" } = await inspect(folder, [], machine);
  if (problem === "") writeWhole(path.join(folder, READY), "{}");
  return problem && `what was made does not run: ${problem}`;
}
