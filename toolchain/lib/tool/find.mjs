/** @typedef {import("../engine/context.mjs").Context} Context */

/**
 * A program, or a folder of programs, that some tests need and most machines have or can get.
 * @typedef {object} Tool
 * @property {string} what what it is, with its article: `a Chromium`
 * @property {string} advice what to do where there is none
 * @property {string} variable the environment variable by which a user names one
 * @property {(context: Context) => Iterable<string | undefined>} candidates where one may be, best first
 * @property {(context: Context, candidate: string) => Promise<boolean>} works
 */

/**
 * One that is there already and works: nothing is fetched or installed. What the user names is used or refused, never
 * passed over.
 * @param {Context} context
 * @param {Tool} tool
 * @returns {Promise<string | undefined>}
 */
export async function findTool(context, { what, variable, candidates, works }) {
  const named = context.env[variable];
  if (named) {
    if (await works(context, named)) return named;
    throw new Error(`${variable} names ${named}, which does not run as ${what}: correct it or unset it.`);
  }
  for (const candidate of candidates(context)) if (candidate && (await works(context, candidate))) return candidate;
  return undefined;
}

/**
 * The same for a test, which has no time to get one: that is what the set-up before the tests is for.
 * @param {Context} context
 * @param {Tool} tool
 * @returns {Promise<string>}
 */
export async function requireTool(context, tool) {
  const found = await findTool(context, tool);
  if (found) return found;
  throw new Error(`There is no ${nounOf(tool)} on this machine. ${tool.advice}`);
}

/** @param {Tool} tool */
export function nounOf({ what }) {
  return what.replace(/^an? /, "");
}
