import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findExecutable, isExecutable, searchPath } from "../lookup.mjs";
import { findTool } from "../tool/find.mjs";

/** Names a Chromium to use. */
export const BROWSER_VARIABLE = "PODWRIGHT_CHROMIUM";
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const DOWNLOADED = /^(chrome-)?headless[_-]shell(\.exe)?$/;
const ANSWER_MS = 20_000;

/** @typedef {import("../engine/context.mjs").Context} Context */

/** @type {import("../tool/find.mjs").Tool} */
export const browser = {
  what: "a Chromium",
  advice: `The tests of the emulator's page need one: install Chromium or Chrome, or set ${BROWSER_VARIABLE} to its program.`,
  variable: BROWSER_VARIABLE,
  *candidates(context) {
    const folders = searchPath(context.env);
    for (const name of NAMES) yield findExecutable(name, folders);
    yield downloadedBrowser(context);
  },
  // Some systems have a program of that name that only says how to install it.
  async works({ run, env, signal }, candidate) {
    const { ok, stdout } = await run(candidate, ["--version"], { env, signal, timeoutMs: ANSWER_MS });
    return ok && /chrom/i.test(stdout);
  },
};

/**
 * A Chromium that is there already and runs: nothing is fetched or installed.
 * @param {Context} context
 */
export function findBrowser(context) {
  return findTool(context, browser);
}

/** @param {Pick<Context, "cacheFolder">} context */
export function downloadFolder({ cacheFolder }) {
  return path.join(cacheFolder, "browser");
}

/**
 * What a download left, wherever in its folder this version of the downloader puts it.
 * @param {Pick<Context, "cacheFolder">} context
 * @returns {string | undefined}
 */
function downloadedBrowser(context) {
  const folder = downloadFolder(context);
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => DOWNLOADED.test(path.basename(name)))
    .map((name) => path.join(folder, name))
    .find(isExecutable);
}
