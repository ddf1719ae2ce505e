import { rmSync } from "node:fs";
import { Builder } from "./builder.mjs";
import { findGo } from "./go.mjs";
import { buildGoHost } from "./go-host.mjs";
import { builtFolder, makeReady } from "./kept.mjs";
import { programs } from "./recipe.mjs";

/**
 * The build from pinned Go modules. Each part is a step of its own and appears under its name only when it is
 * whole, so a build that was interrupted goes on with the next part that is missing.
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<import("./given.mjs").Outcome>}
 */
export async function buildEngine(context) {
  const folder = builtFolder(context);
  const found = await findGo(context);
  if (found.problem !== undefined) return { problem: found.problem };

  context.progress.say(`Building the Pulumi engine with Go into ${folder}; the first build takes about 7 minutes.`);
  const builder = new Builder(folder, found.go, found.env, context);
  const problem = (await builder.buildMissing(programs(context.platform))) || (await builder.copyScripts());
  if (problem) return { problem };
  builder.tidyUp();

  const wrong = await makeReady(folder, context);
  if (wrong) {
    // Whole files that do not run are no use to a later call either; with Go's own cache the next build is short.
    rmSync(folder, { recursive: true, force: true });
    return { problem: `what was built does not run: ${wrong}` };
  }
  await buildGoHost(folder, found, context);
  return { folder };
}
