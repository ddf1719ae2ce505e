import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { isExecutable } from "../machine.mjs";
import { installedFolder, markReady } from "./find.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./find.mjs").Outcome} Outcome */

const REACH_MS = 5_000;
const INSTALL_MS = 300_000;

/**
 * Runs the official installer as the Automation API does. First checks whether its host can be reached, because otherwise the
 * installer's download would wait for two minutes. Behind a proxy, only the installer can tell: the Node that runs this script may be
 * too old to send a request through a proxy.
 * @param {Machine} machine
 * @param {Promise<void>} packages the installation of the npm packages, one of which is the installer
 * @returns {Promise<Outcome>}
 */
export async function installEngine(machine, packages) {
  const { platform, signal, run, env, repositoryFolder } = machine;
  const unreached = env.HTTPS_PROXY || env.https_proxy ? "" : await problemOfReaching(machine);
  if (unreached) return { problem: unreached };
  await packages;
  const folder = installedFolder(machine);
  if (folder === undefined || !existsSync(path.join(repositoryFolder, "node_modules", "@pulumi", "pulumi")))
    return { problem: 'it needs node_modules/@pulumi/pulumi, which "npm ci" installs' };
  // Installs into a separate folder first, because an interrupted installer leaves files that look complete.
  const root = path.dirname(folder);
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const script = fileURLToPath(new URL("./run-installer.mjs", import.meta.url));
  const label = "installing Pulumi with its official installer";
  // The project's own Node follows the variables of a proxy, as the shell's downloads do. On Windows, npm has a script in its place.
  const own = platform === "win32" ? undefined : path.join(repositoryFolder, "node_modules", ".bin", "node");
  const node = own !== undefined && isExecutable(own) ? own : process.execPath;
  const asked = { ...env, NODE_USE_ENV_PROXY: "1" };
  const options = { cwd: repositoryFolder, env: asked, signal, timeoutMs: INSTALL_MS, label };
  const { ok, problem } = await run(node, [script, unfinished], options);
  const wrong = ok ? await markReady(path.join(unfinished, "bin"), machine) : problem;
  if (wrong) return { problem: wrong };
  rmSync(root, { recursive: true, force: true });
  renameSync(unfinished, root);
  return { folder };
}

/** @param {Machine} machine */
async function problemOfReaching({ platform, fetch, signal }) {
  const url = `https://get.pulumi.com/install.${platform === "win32" ? "ps1" : "sh"}`;
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]) });
    await response.body?.cancel();
    return response.ok ? "" : `${url} responds with ${response.status}`;
  } catch (error) {
    signal.throwIfAborted();
    const { cause, message } = /** @type {Error & { cause?: Error }} */ (error);
    return `${url} cannot be reached (${cause?.message ?? message})`;
  }
}
