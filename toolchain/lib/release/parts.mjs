import { execFileSync } from "node:child_process";

/**
 * @typedef {{ name: string, version: string, "bom-ref": string, hashes?: readonly unknown[], properties?: readonly { name: string }[] }} Part
 * @typedef {{ components: readonly Part[], dependencies: readonly { ref: string, dependsOn: readonly string[] }[] }} Parts
 */

/** The development dependencies with code in a release: the plugin's messages, and the runtime of the executables. */
const BUNDLED = /^(@pulumi\/pulumi|bun|@oven\/bun-(linux|darwin|windows)-(x64|aarch64))$/;

/**
 * The parts of the npm package, the plugin and the executables, in the format CycloneDX.
 * @param {string} folder that holds a package-lock.json
 */
export function partsIn(folder) {
  // npm's `--omit dev` also leaves out packages that a development dependency shares with the package.
  const list = ["sbom", "--sbom-format", "cyclonedx", "--package-lock-only", "--loglevel=error"];
  // npm is a batch file on Windows, which only a shell can start.
  const all = JSON.parse(
    execFileSync("npm", list, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" }),
  );
  return requireHashes(shippedOf(all));
}

/** @param {Parts} all */
function shippedOf(all) {
  const components = all.components.filter((part) => BUNDLED.test(part.name) || !isForDevelopment(part));
  const left = new Set(all.components.filter((part) => !components.includes(part)).map((part) => part["bom-ref"]));
  const dependencies = all.dependencies
    .filter(({ ref }) => !left.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => !left.has(other)) }));
  return { ...all, components, dependencies };
}

/** @param {Part} part */
const isForDevelopment = ({ properties = [] }) => properties.some(({ name }) => name === "cdx:npm:package:development");

/** @param {Parts} parts */
export function requireHashes(parts) {
  const loose = parts.components.filter(({ hashes = [] }) => hashes.length === 0);
  if (loose.length === 0) return parts;
  const names = loose.map(({ name, version }) => `${name} ${version}`).join(", ");
  throw new Error(`package-lock.json has no hash of ${names}: see "Lock files" in CONTRIBUTING.md.`);
}
