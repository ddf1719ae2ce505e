import type { PodAction } from "../../client";
import { deleteResource, lossesOf, readKnown } from "../account/delete";
import { kindsListed, type OnAccount } from "../account/kinds";
import { Ending, exitCodes } from "../context/exit-codes";
import type { CommandMaker } from "../flags/command";
import { commandOf } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { paintFor } from "../output/style";
import { readingRun } from "../stack/reading";
import { subjectInputs } from "./inputs";
import { actOutput } from "./render";
import { type Act, actReportOf, protectedSentence, shownItem, warningsOf } from "./report";
import { onSubject, type Subject } from "./subject";

interface Acting {
  readonly act: Act;
  readonly description: string;
  readonly kinds: readonly OnAccount[];
  /** Returns further warnings, and `run`, which carries out the act and returns the new status. */
  readonly prepare: (subject: Subject) => Promise<Prepared>;
}

interface Prepared {
  readonly warnings: readonly string[];
  readonly run: () => Promise<string | null>;
}

/** Makes a command that changes one resource after the user confirms. */
function actCommand({ act, description, kinds, prepare }: Acting): CommandMaker {
  return commandOf({
    name: act,
    description,
    inputs: {
      ...subjectInputs,
      output: actOutput,
      yes,
    },
    run: async ({ output, yes, ...subject }, context) => {
      const report = await onSubject(subject, { command: act, kinds, changes: true }, context, async (found) => {
        const { item, unread, progress } = found;
        const { warnings, run } = await prepare(found);
        progress.stop();
        for (const sentence of [...warningsOf(act, item, unread), ...warnings]) {
          context.warn(`${paintFor(context.colors?.err)("hint", "note:")} ${sentence}\n`);
        }
        if (!yes && !(await confirm(`${verbs[act]} ${shownItem(item)}?`, context))) {
          context.warn(`${shownItem(item)} is unchanged\n`);
          throw new Ending(exitCodes.failed);
        }
        return actReportOf(act, item, await run());
      });
      await output.print(report);
    },
  });
}

const verbs: Readonly<Record<Act, string>> = { start: "Start", stop: "Stop", restart: "Restart", rm: "Delete" };

function podCommand(act: Act & PodAction, description: string): CommandMaker {
  return actCommand({
    act,
    description,
    kinds: ["Pod"],
    prepare: async ({ item, platform }) => ({
      warnings: [],
      // Ctrl-C does not abort the request, because the result of an aborted request is unknown.
      run: async () => (await platform.pods.act(item.id, act))?.status ?? null,
    }),
  });
}

/** `podwright start`: starts a stopped pod. */
export const startCommand = podCommand("start", "Starts a stopped pod.");
/** `podwright stop`: stops a pod. */
export const stopCommand = podCommand("stop", "Stops a pod. A stopped pod costs only its disk.");
/** `podwright restart`: restarts the container of a pod. */
export const restartCommand = podCommand("restart", "Restarts the container of a pod.");

/** `podwright rm`: deletes a resource of any kind. */
export const rmCommand = actCommand({
  act: "rm",
  description:
    "Deletes a resource of any kind. The command waits until the workers of an endpoint have ended, as `pulumi destroy` does.",
  kinds: kindsListed,
  prepare: async ({ item, platform, context }) => {
    if (item.owner?.protect === true) throw new Error(protectedSentence(item));
    const { defaultTimeoutMs } = await import("../../provider/hosts/host-operations.js");
    const run = {
      ...readingRun(platform, context, (line) => context.warn(`${line}\n`)),
      name: item.name,
      timeoutMs: defaultTimeoutMs,
    };
    const deleted = { type: `podwright:index:${item.kind}`, id: item.id };
    const known = await readKnown(deleted, run);
    return {
      warnings: known === undefined ? [] : await lossesOf(deleted, known, run),
      run: async () => {
        if (known !== undefined) await deleteResource(deleted, known, run);
        return null;
      },
    };
  },
});
