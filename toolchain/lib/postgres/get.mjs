import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { installDebianPackage, isDebianRoot } from "../tool/debian.mjs";
import { getTool } from "../tool/get.mjs";
import { postgres } from "./find.mjs";

/** What Debian's package reads before it decides whether to make a database and to start a server for it. */
const CLUSTER_SETTINGS = "/etc/postgresql-common/createcluster.d";

/**
 * @param {import("../engine/context.mjs").Context} context
 * @param {{ mayInstallPackages?: boolean, clusterSettings?: string }} [machine]
 * @returns {Promise<string>}
 */
export function getPostgres(context, { mayInstallPackages = isDebianRoot(), clusterSettings = CLUSTER_SETTINGS } = {}) {
  /** @type {import("../tool/get.mjs").Route} */
  const install = (held) => installWithoutServer(held, clusterSettings);
  /** @type {import("../tool/get.mjs").Route} */
  const refuse = async () => "only root on Debian may install its package";
  return getTool(context, postgres, { lock: "postgres", routes: [mayInstallPackages ? install : refuse] });
}

/**
 * Only the programs are wanted: no server shall begin to listen on this machine because tests were run.
 * @param {import("../engine/context.mjs").Context} context
 * @param {string} clusterSettings
 */
async function installWithoutServer(context, clusterSettings) {
  const setting = path.join(clusterSettings, "podwright.conf");
  mkdirSync(clusterSettings, { recursive: true });
  writeFileSync(setting, "create_main_cluster = false\n");
  try {
    return await installDebianPackage(context, "postgresql", "Debian's PostgreSQL");
  } finally {
    rmSync(setting, { force: true });
  }
}
