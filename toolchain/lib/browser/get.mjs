import { existsSync } from "node:fs";
import path from "node:path";
import { installDebianPackage, isDebianRoot } from "../tool/debian.mjs";
import { getTool } from "../tool/get.mjs";
import { browser, downloadFolder } from "./find.mjs";

/** @typedef {import("../engine/context.mjs").Context} Context */

const DOWNLOAD_MS = 300_000;

/**
 * Gets a Chromium while every other process that wants one waits for this one.
 * @param {Context} context
 * @param {{ mayInstallPackages?: boolean }} [machine]
 * @returns {Promise<string>}
 */
export function getBrowser(context, { mayInstallPackages = isDebianRoot() } = {}) {
  /** @type {import("../tool/get.mjs").Route} */
  const install = (held) => installDebianPackage(held, "chromium", "Debian's Chromium");
  return getTool(context, browser, {
    lock: "browser",
    routes: mayInstallPackages ? [install, download] : [download],
  });
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
      timeoutMs: DOWNLOAD_MS,
      onLine,
    }),
  );
  const [reason = ""] = /^\s*Error: .*$/m.exec(problem) ?? problem.split("\n");
  return `playwright-core install chromium-headless-shell: ${reason.trim() || "what it downloaded does not run here"}`;
}
