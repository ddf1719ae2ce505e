import { createHash } from "node:crypto";
import path from "node:path";
import { hashFiles } from "../files.mjs";
import { engineParts } from "./parts.mjs";

/**
 * How an engine is built from Go modules. Three modules, because their requirements disagree: the language hosts
 * for Node.js and Python have no module of their own, and 3.68.0 is the last SDK release that still contains them.
 */

export const ENGINE_VERSION = "3.259.0";
const HOSTS_VERSION = "3.68.0";
const YAML_VERSION = "1.38.0";

const SDK = "github.com/pulumi/pulumi/sdk/v3";
const SDK_VERSION_VARIABLE = `${SDK}/go/common/version.Version`;

export const GO_MODULES = ["engine", "hosts", "yaml"];
export const GO_HOST_MODULE = "golang";
const GO_MODULE_FILES = GO_MODULES.flatMap((name) =>
  ["go.mod", "go.sum", "tools.go"].map((file) => path.join(name, file)),
);

/** No version-control stamp: the main packages are others', and git may refuse to read a clone it does not own. */
export const BUILD_FLAGS = ["-mod=readonly", "-trimpath", "-buildvcs=false"];

/** @typedef {{ part: string, module: string, package: string, ldflags: string, label: string }} Program */

/**
 * The programs to build, smallest first so that a machine that cannot build finds out soon.
 * @param {NodeJS.Platform} platform
 * @returns {Program[]}
 */
export function programs(platform) {
  const parts = engineParts(platform);
  const ldflags = (/** @type {string} */ variable, /** @type {string} */ version) => `-s -w -X ${variable}=v${version}`;
  return [
    {
      part: parts.nodejsHost,
      module: "hosts",
      package: `${SDK}/nodejs/cmd/pulumi-language-nodejs`,
      ldflags: ldflags(SDK_VERSION_VARIABLE, HOSTS_VERSION),
      label: "Node.js language host",
    },
    {
      part: parts.pythonHost,
      module: "hosts",
      package: `${SDK}/python/cmd/pulumi-language-python`,
      ldflags: ldflags(SDK_VERSION_VARIABLE, HOSTS_VERSION),
      label: "Python language host",
    },
    {
      part: parts.yamlHost,
      module: "yaml",
      package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
      ldflags: ldflags("github.com/pulumi/pulumi-yaml/pkg/version.Version", YAML_VERSION),
      label: "YAML language host",
    },
    {
      part: parts.pulumi,
      module: "engine",
      package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
      ldflags: ldflags(SDK_VERSION_VARIABLE, ENGINE_VERSION),
      label: "engine (the longest step)",
    },
  ];
}

/** The scripts that the modules hold ready-made, from the module that the language hosts come from. */
export const SCRIPTS_FROM = { module: "hosts", source: SDK };

/**
 * @param {NodeJS.Platform} platform
 */
export function scripts(platform) {
  const parts = engineParts(platform);
  return [
    { part: parts.pythonExec, file: "python/cmd/pulumi-language-python-exec" },
    { part: parts.dynamicLauncher, file: `nodejs/dist/${parts.dynamicLauncher}` },
  ];
}

/**
 * What runs programs in Go. Pulumi's own host is a module that proxies do not have, so this one is ours.
 * @param {NodeJS.Platform} platform
 * @returns {Program}
 */
export function goHost(platform) {
  return {
    part: platform === "win32" ? "pulumi-language-go.exe" : "pulumi-language-go",
    module: GO_HOST_MODULE,
    package: "podwright.invalid/toolchain/golang",
    ldflags: "-s -w",
    label: "Go language host",
  };
}

/**
 * Names what the Go language host is built from; its folder's name does not, so that an engine stays where it is.
 * @param {import("./context.mjs").Context} context
 */
export function goHostRecipe({ toolchainFolder, platform }) {
  const files = ["go.mod", "go.sum", "main.go"].map((file) => path.join(GO_HOST_MODULE, file));
  return createHash("sha256")
    .update(hashFiles(toolchainFolder, files))
    .update(JSON.stringify([BUILD_FLAGS, goHost(platform)]))
    .digest("hex");
}

/**
 * The name of the folder for what this recipe makes on this kind of machine: another recipe or another processor
 * (a home folder can be shared) never meets its files.
 * @param {import("./context.mjs").Context} context
 */
export function recipeName({ toolchainFolder, platform, arch }) {
  const hash = createHash("sha256")
    .update(hashFiles(toolchainFolder, GO_MODULE_FILES))
    .update(JSON.stringify([platform, arch, BUILD_FLAGS, programs(platform), scripts(platform)]))
    .digest("hex");
  return `${ENGINE_VERSION}-${hash.slice(0, 12)}`;
}
