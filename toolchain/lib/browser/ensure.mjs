import { findBrowser } from "./find.mjs";

/**
 * A Chromium, got from wherever it can be got. What that takes is loaded only when it is needed.
 * @param {import("../engine/context.mjs").Context} context
 * @returns {Promise<string>}
 */
export async function ensureBrowser(context) {
  const found = await findBrowser(context);
  if (found) return found;
  const { getBrowser } = await import("./get.mjs");
  return getBrowser(context);
}
