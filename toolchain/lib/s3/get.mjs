import { Builder } from "../engine/builder.mjs";
import { findGo } from "../engine/go.mjs";
import { getTool } from "../tool/get.mjs";
import { builtFolder, program, s3Server } from "./find.mjs";

/**
 * @param {import("../engine/context.mjs").Context} context
 * @returns {Promise<string>}
 */
export function getS3Server(context) {
  return getTool(context, s3Server, {
    lock: "s3",
    routes: [build],
  });
}

/** @type {import("../tool/get.mjs").Route} */
async function build(context) {
  const found = await findGo(context);
  if (found.problem !== undefined) return `a build from Go modules: ${found.problem}`;
  const builder = new Builder(builtFolder(context), found.go, found.env, context);
  const problem = await builder.build(program(context));
  builder.tidyUp();
  return problem || "what was built does not run here";
}
