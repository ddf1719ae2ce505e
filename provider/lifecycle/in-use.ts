import { ConflictError, RuleError } from "../../client";
import { formatDuration } from "../../kernel/duration";
import { OperationError } from "../pulumi/errors";
import type { Run } from "../session/run";

/** Time limit for the repeated deletes. RunPod may take two minutes to notice that an object is unused. */
const patienceMs = 180_000;
const pauseMs = 5_000;

/**
 * Deletes an object that other resources may still use. While another resource uses the object, and for some time
 * afterwards, RunPod refuses the delete. It documents no status for this refusal. So Podwright repeats the delete after
 * a 400 or 409 for some time, and then reports RunPod's message. `hopeless` returns the reason if no repetition can
 * succeed.
 */
export async function deleteWhenUnused(
  run: Pick<Run, "clock" | "timeScale" | "timeoutMs" | "signal" | "report">,
  what: string,
  send: () => Promise<void>,
  hopeless: () => Promise<string | undefined> = async () => undefined,
): Promise<void> {
  const patience = Math.min(patienceMs * run.timeScale, run.timeoutMs);
  const until = run.clock.now() + patience;
  for (let isReported = false; ; isReported = true) {
    try {
      await send();
      return;
    } catch (error) {
      if (!(error instanceof RuleError || error instanceof ConflictError)) throw error;
      if (run.clock.now() + pauseMs * run.timeScale > until) {
        throw new OperationError(
          `${what} could not be deleted within ${formatDuration(patience)}: RunPod says "${error.detail}". ` +
            "If a resource outside this stack still uses it, delete that resource first. If a replacement keeps the name, give the new resource another name",
        );
      }
      const reason = isReported ? undefined : await hopeless();
      if (reason !== undefined) throw new OperationError(`${what} could not be deleted: ${reason}`);
      if (!isReported) run.report(`${what} is still in use; trying again (${error.detail})`);
      await run.clock.sleep(pauseMs * run.timeScale, run.signal);
    }
  }
}
