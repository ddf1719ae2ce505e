import { withLock } from "../lock.mjs";
import { Builder } from "./builder.mjs";
import { findGo } from "./go.mjs";
import { hasGoHost, markGoHost } from "./kept.mjs";
import { goHost } from "./recipe.mjs";

/**
 * What runs programs in Go is an addition to a built engine: an engine from before it gets it, and an engine that
 * cannot get it is as good for every other language. Engines that Podwright did not build bring Pulumi's own.
 */

/**
 * Adds the host to an engine that lacks it. Whoever waits for the lock meanwhile finds it there.
 * @param {string} folder
 * @param {import("./context.mjs").Context} context
 */
export async function addGoHost(folder, context) {
  await withLock(`${folder}.lock`, { signal: context.signal }, async (signal) => {
    if (hasGoHost(folder, context)) return;
    const found = await findGo(context);
    if (found.problem !== undefined) context.progress.say(withoutIt(found.problem));
    else await buildGoHost(folder, found, { ...context, signal });
  });
}

/**
 * @param {string} folder
 * @param {{ go: string, env: NodeJS.ProcessEnv }} found
 * @param {import("./context.mjs").Context} context
 */
export async function buildGoHost(folder, { go, env }, context) {
  const builder = new Builder(folder, go, env, context);
  const problem = await builder.build(goHost(context.platform));
  builder.tidyUp();
  if (problem) context.progress.say(withoutIt(problem));
  else markGoHost(folder, context);
}

/** @param {string} problem */
function withoutIt(problem) {
  return `Pulumi programs in Go cannot be run with this engine: ${problem.split("\n")[0]}`;
}
