import { engineOnPath, namedEngine } from "./given.mjs";
import { keptEngine, lacksGoHost } from "./kept.mjs";

/** @typedef {{ route: string, problem: string }} Failure */

/**
 * The folder of an engine that is there already: nothing is fetched or built.
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<{ folder: string, failure?: undefined } | { folder: undefined, failure: Failure }>}
 */
export async function findEngine(context) {
  const named = await namedEngine(context);
  if (named) return { folder: named };
  const onPath = await engineOnPath(context);
  const folder = onPath.folder ?? keptEngine(context);
  return folder
    ? { folder }
    : { folder: undefined, failure: { route: "pulumi on PATH", problem: onPath.problem ?? "" } };
}

/**
 * The folder of an engine, got from wherever it can be got. What that takes is loaded only when it is needed, so
 * that the answer for an engine that is there comes at once.
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<string>}
 */
export async function ensureEngine(context) {
  const found = await findEngine(context);
  if (!found.failure) {
    if (lacksGoHost(found.folder, context)) {
      const { addGoHost } = await import("./go-host.mjs");
      await addGoHost(found.folder, context);
    }
    return found.folder;
  }
  const { getEngine } = await import("./get.mjs");
  return getEngine(context, found.failure);
}
