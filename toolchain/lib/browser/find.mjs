import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { findExecutable, isExecutable, searchPath } from "../lookup.mjs";

/** Names a Chromium to use. */
export const BROWSER_VARIABLE = "PODWRIGHT_CHROMIUM";
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
const DOWNLOADED = /^(chrome-)?headless[_-]shell(\.exe)?$/;
const ANSWER_MS = 20_000;

/** @typedef {import("../engine/context.mjs").Context} Context */

/**
 * A Chromium that is there already and runs: nothing is fetched or installed.
 * @param {Context} context
 * @returns {Promise<string | undefined>}
 */
export async function findBrowser(context) {
  const { env } = context;
  const named = env[BROWSER_VARIABLE];
  if (named) {
    if (await runs(context, named)) return named;
    throw new Error(`${BROWSER_VARIABLE} names ${named}, which does not run as a Chromium: correct it or unset it.`);
  }
  const folders = searchPath(env);
  const candidates = [...NAMES.map((name) => findExecutable(name, folders)), downloadedBrowser(context)];
  for (const candidate of candidates) if (candidate && (await runs(context, candidate))) return candidate;
  return undefined;
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

/**
 * Some systems have a program of that name that only says how to install it.
 * @param {Context} context
 * @param {string} candidate
 */
async function runs({ run, env, signal }, candidate) {
  const { ok, stdout } = await run(candidate, ["--version"], { env, signal, timeoutMs: ANSWER_MS });
  return ok && /chrom/i.test(stdout);
}
