import path from "node:path";
import { withLock } from "../lock.mjs";
import { findTool, nounOf } from "./find.mjs";

/** @typedef {import("./find.mjs").Context} Context */
/** @typedef {(context: Context) => Promise<string>} Route tries to put one there; answers what went wrong, if it knows */

/**
 * Gets a tool while every other process that wants one waits for this one.
 * @param {Context} context
 * @param {import("./find.mjs").Tool} tool
 * @param {{ lock: string, routes: Route[] }} how `lock` is a name in the cache folder
 * @returns {Promise<string>}
 */
export function getTool(context, tool, { lock, routes }) {
  const { signal, progress, cacheFolder } = context;
  const onWait = () => progress.say(`Another process is getting ${tool.what}; waiting for it.`);
  return withLock(path.join(cacheFolder, `${lock}.lock`), { signal, onWait }, async (held) => {
    const there = await findTool(context, tool);
    if (there) return there;
    const failures = [];
    for (const attempt of routes) {
      const problem = await attempt({ ...context, signal: held });
      const got = await findTool(context, tool);
      if (got) return got;
      failures.push(`  - ${problem.trim().replaceAll("\n", "\n    ")}`);
    }
    const none = `There is no ${nounOf(tool)} on this machine, and none could be got:`;
    throw new Error([none, ...failures, tool.advice].join("\n"));
  });
}
