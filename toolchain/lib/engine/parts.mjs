import { executableName } from "../go.mjs";
import { findExecutable } from "../machine.mjs";

/** Oldest engine that Podwright is tested with. */
export const ENGINE_FLOOR = "3.220.0";
/** Version of an engine that is built from Go modules. */
export const ENGINE_VERSION = "3.276.0";
/** Last release of the SDK's module that contains the language hosts for Node.js and Python. */
const HOSTS_VERSION = "3.68.0";
const YAML_VERSION = "1.38.0";

export const sdk = "github.com/pulumi/pulumi/sdk/v3";
const version = (/** @type {string} */ variable, /** @type {string} */ value) => `-s -w -X ${variable}=v${value}`;
const sdkVersion = (/** @type {string} */ value) => version(`${sdk}/go/common/version.Version`, value);

/**
 * Programs of an engine, smallest first, so that a machine that cannot build fails early. The language hosts for
 * Node.js and Python have a module of their own, because only an old SDK has them. The others share a module, so Go compiles what they share
 * only once. Module proxies may not have Pulumi's own host for Go programs, so `golang` is our own.
 * @type {readonly import("../go.mjs").GoProgram[]}
 */
export const programs = [
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
    module: "engine",
    package: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
    ldflags: version("github.com/pulumi/pulumi-yaml/pkg/version.Version", YAML_VERSION),
  },
  {
    name: "pulumi-language-go",
    module: "engine",
    package: "podwright.invalid/toolchain/engine/golang",
    ldflags: "-s -w",
  },
  {
    name: "pulumi",
    module: "engine",
    package: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    ldflags: sdkVersion(ENGINE_VERSION),
  },
];

/** Programs that the demo's tour needs. The hosts for YAML and Go take a seventh of the build, so they wait for the tests. */
export const tourPrograms = programs.filter(({ name }) => !/-(yaml|go)$/.test(name));

/** Returns the scripts in the module of the language hosts. @param {NodeJS.Platform} platform */
export function scripts(platform) {
  const launcher = `pulumi-resource-pulumi-nodejs${platform === "win32" ? ".cmd" : ""}`;
  return [
    { name: "pulumi-language-python-exec", source: "python/cmd/pulumi-language-python-exec" },
    { name: launcher, source: `nodejs/dist/${launcher}` },
  ];
}

/**
 * Returns the parts that an engine would not find. An engine searches its own folder first, and then the search path.
 * @param {string} folder
 * @param {readonly string[]} alsoIn
 * @param {NodeJS.Platform} platform
 * @param {readonly import("../go.mjs").GoProgram[]} needed
 */
export function missingParts(folder, alsoIn, platform, needed) {
  const parts = needed.map(({ name }) => name).filter((name) => name !== "pulumi-language-go");
  const names = [...parts.map((name) => executableName(name, platform)), ...scripts(platform).map(({ name }) => name)];
  return names.filter((name) => !findExecutable(name, [folder, ...alsoIn]));
}
