import { installDebianPackage, isDebianRoot } from "../tool/debian.mjs";
import { getTool } from "../tool/get.mjs";
import { POSTGRES_VARIABLE, postgres } from "./find.mjs";

/**
 * @param {import("../engine/context.mjs").Context} context
 * @param {{ mayInstallPackages?: boolean }} [machine]
 * @returns {Promise<string>}
 */
export function getPostgres(context, { mayInstallPackages = isDebianRoot() } = {}) {
  /** @type {import("../tool/get.mjs").Route} */
  const install = (held) => installDebianPackage(held, "postgresql", "Debian's PostgreSQL");
  /** @type {import("../tool/get.mjs").Route} */
  const refuse = async () => "only root on Debian may install its package";
  return getTool(context, postgres, {
    lock: "postgres",
    routes: [mayInstallPackages ? install : refuse],
    advice: `The tests of remote state need one: install PostgreSQL, or set ${POSTGRES_VARIABLE} to the folder of initdb and postgres.`,
  });
}
