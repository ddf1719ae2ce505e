import { existsSync } from "node:fs";
import path from "node:path";
import { readIfThere } from "../files.mjs";
import { withLock } from "../lock.mjs";
import { findExecutable, searchPath } from "../lookup.mjs";
import { BROWSER_VARIABLE, downloadFolder, findBrowser } from "./find.mjs";

/** @typedef {import("../engine/context.mjs").Context} Context */

const INSTALL_MS = 300_000;

/**
 * Gets a Chromium while every other process that wants one waits for this one.
 * @param {Context} context
 * @param {{ mayInstallPackages?: boolean }} [machine]
 * @returns {Promise<string>}
 */
export function getBrowser(context, { mayInstallPackages = isDebianRoot() } = {}) {
  const { signal, progress } = context;
  const onWait = () => progress.say("Another process is getting a browser; waiting for it.");
  return withLock(`${downloadFolder(context)}.lock`, { signal, onWait }, async (held) => {
    const there = await findBrowser(context);
    if (there) return there;
    const failures = [];
    for (const attempt of mayInstallPackages ? [installDebianPackage, download] : [download]) {
      const problem = await attempt({ ...context, signal: held });
      const browser = await findBrowser(context);
      if (browser) return browser;
      failures.push(`  - ${problem.trim().replaceAll("\n", "\n    ")}`);
    }
    throw new Error(
      [
        "There is no Chromium on this machine, and none could be got:",
        ...failures,
        `The tests of the emulator's page need one: install Chromium or Chrome, or set ${BROWSER_VARIABLE} to its program.`,
      ].join("\n"),
    );
  });
}

/** Ubuntu's package of that name is another thing. */
function isDebianRoot() {
  return process.getuid?.() === 0 && /^ID=debian$/m.test(readIfThere("/etc/os-release") ?? "");
}

/** @param {Context} context @returns {Promise<string>} */
async function installDebianPackage({ env, run, progress, signal }) {
  const apt = findExecutable("apt-get", searchPath(env));
  if (!apt) return "apt-get is not on the search path";
  const options = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, signal, timeoutMs: INSTALL_MS };
  const { problem } = await progress.step("installing Debian's Chromium (apt-get install chromium)", async (onLine) => {
    // What the machine knows of packages may be old, or nothing; if it cannot be renewed it may still do.
    await run(apt, ["update", "-qq"], { ...options, onLine });
    return run(apt, ["install", "--yes", "-qq", "--no-install-recommends", "chromium"], { ...options, onLine });
  });
  return `apt-get install chromium: ${problem || "it installed no Chromium that runs"}`;
}

/** @param {Context} context @returns {Promise<string>} */
async function download(context) {
  const { repositoryFolder, env, run, progress, signal } = context;
  const playwright = path.join(repositoryFolder, "node_modules", "playwright-core", "cli.js");
  if (!existsSync(playwright)) return 'a download needs node_modules/playwright-core, which "npm ci" installs';
  const { problem } = await progress.step("downloading a Chromium (playwright-core install)", (onLine) =>
    run(process.execPath, [playwright, "install", "chromium-headless-shell"], {
      env: { ...env, PLAYWRIGHT_BROWSERS_PATH: downloadFolder(context) },
      signal,
      timeoutMs: INSTALL_MS,
      onLine,
    }),
  );
  const [reason = ""] = /^\s*Error: .*$/m.exec(problem) ?? problem.split("\n");
  return `playwright-core install chromium-headless-shell: ${reason.trim() || "what it downloaded does not run here"}`;
}
