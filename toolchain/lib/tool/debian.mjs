import { readIfThere } from "../files.mjs";
import { findExecutable, searchPath } from "../lookup.mjs";

const INSTALL_MS = 300_000;

/** Somebody else may be installing something; apt-get itself would give up at once. */
const WAIT_FOR_LOCK = ["-o", "DPkg::Lock::Timeout=120"];

/** Ubuntu's packages of the same names are not always the same thing. */
export function isDebianRoot() {
  return process.getuid?.() === 0 && /^ID=debian$/m.test(readIfThere("/etc/os-release") ?? "");
}

/**
 * Installs one of Debian's packages.
 * @param {import("./find.mjs").Context} context
 * @param {string} name
 * @param {string} label what the package brings
 * @returns {Promise<string>} the problem
 */
export async function installDebianPackage({ env, run, progress, signal }, name, label) {
  const apt = findExecutable("apt-get", searchPath(env));
  if (!apt) return "apt-get is not on the search path";
  const options = { env: { ...env, DEBIAN_FRONTEND: "noninteractive" }, signal, timeoutMs: INSTALL_MS };
  const { problem } = await progress.step(`installing ${label} (apt-get install ${name})`, async (onLine) => {
    // What the machine knows of packages may be old, or nothing; if it cannot be renewed it may still do.
    await run(apt, ["update", "-qq"], { ...options, onLine });
    return run(apt, [...WAIT_FOR_LOCK, "install", "--yes", "-qq", "--no-install-recommends", name], {
      ...options,
      onLine,
    });
  });
  return `apt-get install ${name}: ${problem || "what it installed does not run"}`;
}
