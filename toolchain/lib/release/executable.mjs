import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** How Pulumi names what Node names otherwise. @type {Record<string, string>} */
const goNames = { x64: "amd64", win32: "windows" };

/** The platform's name in an archive's name, such as `linux-amd64`. @param {string} platform @param {string} arch */
export const archivePlatform = (platform, arch) => [platform, arch].map((name) => goNames[name] ?? name).join("-");

/** What nothing but Node's own snapshot may hold: their handles are the operating system's. */
const NOT_IN_A_SNAPSHOT = ["http", "http2", "https", "tls"];
/** What packages read of these as they load: values that are known beforehand. */
const PLAIN = ["constants", "METHODS", "STATUS_CODES", "maxHeaderSize"];

/** Loads these modules of Node with their first use, so that everything else can lie in a snapshot. */
export const lateModules = {
  name: "late-modules",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    const filter = new RegExp(`^(node:)?(${NOT_IN_A_SNAPSHOT.join("|")})$`);
    build.onResolve({ filter }, ({ path: name }) => ({ path: name.replace("node:", ""), namespace: "late" }));
    build.onLoad({ filter: /./, namespace: "late" }, ({ path: name }) => {
      const real = createRequire(import.meta.url)(name);
      const lines = Object.keys(real).map((key) => {
        if (PLAIN.includes(key)) return `exports.${key} = ${JSON.stringify(real[key])};`;
        if (typeof real[key] === "function") return `exports.${key} = late("${key}");`;
        return `Object.defineProperty(exports, "${key}", { enumerable: true, get: () => load()["${key}"] });`;
      });
      return { contents: [lateModule(name), ...lines].join("\n") };
    });
  },
};

const lateModule = (/** @type {string} */ name) => `
  let real;
  const load = () => (real ??= process.getBuiltinModule("${name}"));
  const late = (key) => new Proxy(function () {}, {
    get: (_, property) => load()[key][property],
    apply: (_, self, args) => Reflect.apply(load()[key], self, args),
    construct: (_, args) => Reflect.construct(load()[key], args),
  });`;

/**
 * Makes one file of Node and a bundle, which runs where there is no Node. For this machine with the bundle's heap as it is
 * when all of it is loaded; for another processor without, because only that could make it. Gives Node's licence.
 * @param {{ bundle: string, file: string, platform: string, arch: string, work: string, root: string }} of
 */
export function makeExecutable({ bundle, file, platform, arch, work, root }) {
  const isNative = platform === process.platform && arch === process.arch;
  const { node, licence } = isNative ? nodeHere(root) : fetchNode(platform, arch, work);
  const blob = path.join(work, "plugin.blob");
  const config = path.join(work, "executable.json");
  const settings = {
    ...{ main: bundle, output: blob, useSnapshot: isNative, disableExperimentalSEAWarning: true },
    // MB of new objects between two collections. The plugin lives for seconds; from Node's 1 it would collect all along.
    execArgv: ["--min-semi-space-size=16"],
  };
  writeFileSync(config, JSON.stringify(settings));
  // Without this machine's variables: a snapshot would hold what a module reads of them.
  execFileSync(process.execPath, ["--no-warnings", "--experimental-sea-config", config], { env: {}, stdio: "pipe" });
  copyFileSync(node, file);
  chmodSync(file, 0o755);
  const isMac = platform === "darwin";
  if (isMac) execFileSync("codesign", ["--remove-signature", file]);
  const postject = createRequire(import.meta.url).resolve("postject/dist/cli.js");
  const options = [
    "--sentinel-fuse",
    "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2",
    "--macho-segment-name",
    "NODE_SEA",
  ];
  // What it prints of Node's sections means nothing.
  execFileSync(process.execPath, [postject, file, "NODE_SEA_BLOB", blob, ...options], { stdio: "pipe" });
  if (isMac) execFileSync("codesign", ["--sign", "-", file]);
  return readFileSync(licence, "utf8");
}

/** @param {string} root */
function nodeHere(root) {
  const packages = path.join(root, "node_modules/node/node_modules");
  const name = readdirSync(packages).find((folder) => folder.endsWith(`-${process.arch}`)) ?? "";
  return { node: process.execPath, licence: path.join(packages, name, "LICENSE") };
}

/** @param {string} platform @param {string} arch @param {string} work */
function fetchNode(platform, arch, work) {
  const name = `node-${platform}-${arch}@${process.versions.node}`;
  const [packed] = JSON.parse(
    execFileSync("npm", ["pack", name, "--json", "--loglevel=error", "--pack-destination", work]).toString(),
  );
  execFileSync("tar", ["-xzf", path.join(work, packed.filename), "-C", work, "package/bin/node", "package/LICENSE"]);
  return { node: path.join(work, "package/bin/node"), licence: path.join(work, "package/LICENSE") };
}
