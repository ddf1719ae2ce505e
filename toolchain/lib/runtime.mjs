import { isAtLeast } from "./versions.mjs";

/** What this folder's own scripts need. */
const NODE_FOR_SETUP = "20.3.0";
/** What the programs need: undici 8, vitest 5 and @pulumi/pulumi set it. The npm package `node` supplies it. */
export const NODE_FOR_PROGRAMS = "22.19.0";
/** The npm that comes with Node 20. */
const NPM_FLOOR = "10.0.0";

/** @param {string} [version] */
export function requireNode(version = process.versions.node) {
  if (isAtLeast(version, NODE_FOR_SETUP)) return;
  throw new Error(
    `Podwright needs Node.js ${NODE_FOR_SETUP} or newer and this is ${version}: install a current one from https://nodejs.org and run the command again.`,
  );
}

/** @param {string} version */
export function requireNpm(version) {
  if (isAtLeast(version, NPM_FLOOR)) return;
  throw new Error(
    `Podwright needs npm ${NPM_FLOOR} or newer and this is ${version || "unknown"}: run "npm install --global npm@latest" and then the command again.`,
  );
}
