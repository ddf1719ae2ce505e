import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { BUNDLED } from "./third-party.mjs";

/**
 * @typedef {{ name: string, version: string, "bom-ref": string, hashes?: readonly unknown[], properties?: readonly { name: string }[] }} Part
 * @typedef {{ components: readonly Part[], dependencies: readonly { ref: string, dependsOn: readonly string[] }[] }} Parts
 */

/** The runtime of the executables, which no bundle contains. */
const RUNTIME = /^(bun|@oven\/bun-(linux|darwin|windows)-(x64|aarch64))$/;

/**
 * Returns the parts of the npm packages, the plugin and the executables, in CycloneDX format.
 * @param {string} folder folder of a clone, which has been built
 */
export function partsIn(folder) {
  // npm's `--omit dev` would also leave out packages that the product shares with a development dependency.
  const list = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel=error"];
  // npm is a batch file on Windows, and only a shell can start it.
  const all = JSON.parse(
    execFileSync("npm", list, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" }),
  );
  const bundled = JSON.parse(readFileSync(path.join(folder, BUNDLED), "utf8"));
  return requireHashes(shippedOf(all, new Set(bundled)));
}

/** @param {Parts} all @param {ReadonlySet<string>} bundled */
function shippedOf(all, bundled) {
  const isBundled = (/** @type {Part} */ { name, version }) => RUNTIME.test(name) || bundled.has(`${name} ${version}`);
  const components = all.components.filter((part) => !isOwn(part) && (isBundled(part) || !isForDevelopment(part)));
  const left = new Set(all.components.filter((part) => !components.includes(part)).map((part) => part["bom-ref"]));
  const dependencies = all.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) }));
  return { ...all, components, dependencies };
}

/** The emulator's package is a folder of this repository, so no registry knows its hash. @param {Part} part */
const isOwn = (part) => part["bom-ref"].startsWith("podwright-emulator@");

/** @param {Part} part */
const isForDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === "cdx:npm:package:development");

/** @param {Parts} parts */
export function requireHashes(parts) {
  const loose = parts.components.filter(({ hashes = [] }) => hashes.length === 0);
  if (loose.length === 0) return parts;
  const names = loose.map(({ name, version }) => `${name} ${version}`).join(", ");
  throw new Error(`package-lock.json has no hash of ${names}: see "Lock files" in CONTRIBUTING.md.`);
}
