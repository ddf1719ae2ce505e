import { build, isBuildFresh } from "./build-output.mjs";
import { areDependenciesFresh, installDependencies, isProgramNodeThere, requireProgramNode } from "./dependencies.mjs";
import { ensureEngine } from "./engine/find.mjs";
import { setupLockFolder } from "./places.mjs";

/**
 * @param {import("./engine/context.mjs").Context} context
 * @param {{ engine: boolean }} wanted
 */
export async function ensureSetup(context, wanted) {
  const clone = context.repositoryFolder;
  if (!isClonePrepared(context)) {
    const { withLock } = await import("./lock.mjs");
    const options = {
      signal: context.signal,
      onWait: (/** @type {import("./lock.mjs").Claim | undefined} */ holder) =>
        context.progress.say(
          `Another process${holder ? ` (${holder.pid})` : ""} is setting up this clone; waiting for it.`,
        ),
    };
    await withLock(setupLockFolder(context.cacheFolder, clone), options, (signal) =>
      prepareClone({ ...context, signal }),
    );
  }
  if (wanted.engine) await ensureEngine(context);
}

/** @param {import("./engine/context.mjs").Context} context */
function isClonePrepared(context) {
  const clone = context.repositoryFolder;
  return areDependenciesFresh(clone) && isProgramNodeThere(context) && isBuildFresh(clone);
}

/**
 * Each part asks again whether it is needed: whoever held the lock before may have done it.
 * @param {import("./engine/context.mjs").Context} context
 */
async function prepareClone(context) {
  if (!areDependenciesFresh(context.repositoryFolder)) await installDependencies(context);
  else if (!isProgramNodeThere(context)) await requireProgramNode(context);
  if (!isBuildFresh(context.repositoryFolder)) await build(context);
}
