import { renameSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { installedRoot, makeReady } from "./kept.mjs";

/**
 * The official installer, as the Automation API runs it. It is asked first whether it can be reached at all,
 * because its own download waits for two minutes.
 */

const REACH_MS = 5_000;
const INSTALL_MS = 300_000;
const CHILD = fileURLToPath(new URL("./run-installer.mjs", import.meta.url));

/**
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<import("./given.mjs").Outcome>}
 */
export async function installEngine(context) {
  const root = installedRoot(context);
  if (!root) return { problem: 'it needs node_modules/@pulumi/pulumi, which "npm ci" installs' };
  const unreachable = await reach(context);
  if (unreachable) return { problem: unreachable };

  // Into a folder of its own first, because an interrupted installer leaves a part that looks like the whole.
  const unfinished = `${root}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  const { ok, problem } = await context.progress.step("installing Pulumi with its official installer", (detail) =>
    context.run(process.execPath, [CHILD, unfinished], {
      cwd: context.repositoryFolder,
      env: context.env,
      signal: context.signal,
      timeoutMs: INSTALL_MS,
      onLine: detail,
    }),
  );
  const wrong = ok ? await makeReady(path.join(unfinished, "bin"), context) : problem;
  if (wrong) return { problem: wrong };
  rmSync(root, { recursive: true, force: true });
  renameSync(unfinished, root);
  return { folder: path.join(root, "bin") };
}

/** @param {import("./context.mjs").Context} context */
async function reach({ platform, fetch, signal }) {
  const url = `https://get.pulumi.com/install.${platform === "win32" ? "ps1" : "sh"}`;
  try {
    const answer = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(REACH_MS)]) });
    await answer.body?.cancel();
    return answer.ok ? "" : `${url} answered ${answer.status}`;
  } catch (error) {
    signal.throwIfAborted();
    const { name, cause, message } = /** @type {Error & { cause?: Error }} */ (error);
    const reason = name === "TimeoutError" ? `no answer within ${REACH_MS / 1000} s` : (cause?.message ?? message);
    return `${url} cannot be reached (${reason})`;
  }
}
