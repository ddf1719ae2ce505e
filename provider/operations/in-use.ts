import { NotFoundError, RuleError } from "../../client";
import { formatDuration } from "../planning/durations";
import { OperationError } from "./errors";
import type { Run } from "./run";

/** The platform may take two minutes to notice that something is no longer used. */
const patienceMs = 180_000;
const pauseMs = 5_000;

/**
 * Deletes something that others may still hold. The platform answers 400 while they do, and for a while after; it has
 * no code of its own for that, so the 400 is asked again for some time and then told in the platform's words.
 */
export async function deleteWhenUnused(run: Run, what: string, send: () => Promise<void>): Promise<void> {
  const patience = Math.min(patienceMs * run.timeScale, run.timeoutMs);
  const until = run.clock.now() + patience;
  for (let told = false; ; told = true) {
    try {
      await send();
      return;
    } catch (error) {
      if (error instanceof NotFoundError) return;
      if (!(error instanceof RuleError)) throw error;
      if (run.clock.now() + pauseMs * run.timeScale > until) {
        throw new OperationError(
          `${what} could not be deleted within ${formatDuration(patience)}: the platform says "${error.detail}". ` +
            "If something outside this stack still uses it, remove that first. If it is being replaced under the name it has, give it a new name",
        );
      }
      if (!told) run.report(`${what} is still in use; trying again (${error.detail})`);
      await run.clock.sleep(pauseMs * run.timeScale, run.signal);
    }
  }
}
