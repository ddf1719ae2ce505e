import { existsSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedFolder, markReady } from "./find.mjs";

/** @typedef {import("../machine.mjs").Machine} Machine */
/** @typedef {import("./find.mjs").Outcome} Outcome */

const REACH_MS = 5_000;
const INSTALL_MS = 300_000;

/**
 * Runs the official installer as the Automation API does. First checks whether its host can be reached, because otherwise the
 * installer's download would wait for two minutes.
 * @param {Machine} machine
 * @param {Promise<void>} packages the installation of the npm packages, one of which is the installer
 * @returns {Promise<Outcome>}
 */
export async function installEngine(machine, packages) {
  const { platform, fetch, signal, run, env, repositoryFolder } = machine;
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
  const options = { cwd: repositoryFolder, env, signal, timeoutMs: INSTALL_MS, label };
  const { ok, problem } = await run(process.execPath, [script, unfinished], options);
  const wrong = ok ? await markReady(path.join(unfinished, "bin"), machine) : problem;
  if (wrong) return { problem: wrong };
  rmSync(root, { recursive: true, force: true });
  renameSync(unfinished, root);
  return { folder };
}
