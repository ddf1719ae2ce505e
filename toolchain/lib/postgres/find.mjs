import { existsSync, readdirSync, realpathSync } from "node:fs";
import path from "node:path";
import { findExecutable, isExecutable, searchPath } from "../lookup.mjs";
import { findTool } from "../tool/find.mjs";

/** Names a folder that holds PostgreSQL's programs. */
export const POSTGRES_VARIABLE = "PODWRIGHT_POSTGRES_DIR";
const PROGRAMS = ["postgres", "initdb", "psql"];
/** Debian keeps the server's programs off the search path, in a folder for each version. */
const DEBIAN_FOLDER = "/usr/lib/postgresql";
const ANSWER_MS = 20_000;

/** @type {import("../tool/find.mjs").Tool} */
export const postgres = {
  what: "a PostgreSQL server",
  advice: `The tests of remote state need one: install PostgreSQL, or set ${POSTGRES_VARIABLE} to the folder of initdb and postgres.`,
  variable: POSTGRES_VARIABLE,
  *candidates({ env }) {
    const onPath = findExecutable("initdb", searchPath(env));
    // On the search path may be a link, and the server's other programs lie beside the real file.
    if (onPath) yield* new Set([path.dirname(onPath), path.dirname(realpathSync(onPath))]);
    const versions = existsSync(DEBIAN_FOLDER) ? readdirSync(DEBIAN_FOLDER) : [];
    for (const version of versions.sort((a, b) => Number(b) - Number(a)))
      yield path.join(DEBIAN_FOLDER, version, "bin");
  },
  async works({ run, env, signal }, folder) {
    if (!PROGRAMS.every((name) => isExecutable(path.join(folder, name)))) return false;
    const server = path.join(folder, "postgres");
    const { ok, stdout } = await run(server, ["--version"], { env, signal, timeoutMs: ANSWER_MS });
    return ok && stdout.includes("PostgreSQL");
  },
};

/**
 * The folder of a PostgreSQL that is there already and runs: nothing is installed.
 * @param {import("../engine/context.mjs").Context} context
 */
export function findPostgres(context) {
  return findTool(context, postgres);
}
