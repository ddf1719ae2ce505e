import { rm } from "node:fs/promises";
import { asCalled } from "../../kernel/as-called";
import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { canConfirm, confirm, yes } from "../flags/confirm";
import { many, on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import { EmptyAttributesError } from "../stack/failure";
import { Stack } from "../stack/stack";
import { recover } from "./recover";
import { recoverOutput } from "./render";
import { needsCheck, type RecoverReport } from "./report";

/** `podwright recover`: settles the pending operations that a killed run left in a stack's state. */
export const recoverCommand = commandOf({
  name: "recover",
  description:
    "Repairs a stack after a killed run of Pulumi. It searches RunPod for the resources that the run created, " +
    "and writes them into the stack's state, so that the next `pulumi up` continues with them. " +
    "It also names resources that carry the mark of this stack and that no state contains, with the commands that import or delete those that a failed run provably created. " +
    "It changes nothing on RunPod, except with --delete or --delete-unrecorded.",
  inputs: {
    ...stackInputs,
    output: recoverOutput,
    dryRun: on("--dry-run", "show the planned changes, test whether Pulumi accepts the new state, and change nothing"),
    deletes: on("--delete", "delete the resources of killed runs, instead of writing them into the state"),
    deletesUnrecorded: many(
      "--delete-unrecorded <id>",
      "delete this resource, which an unfinished run of the stack created and no state contains; repeatable",
    ),
    adopts: many("--adopt <id>", "write this resource, which the state has lost, back into the state; repeatable"),
    yes,
    dropForeign: on("--drop-foreign", "continue although Pulumi will drop pending creations of other providers"),
  },
  run: async (
    { output, dryRun, dropForeign, deletes, deletesUnrecorded = [], adopts = [], yes, ...location },
    context,
  ) => {
    const report = await withProgress("reading the state", context, (progress, within) => {
      const approve = async (question: string) => {
        if (yes) return true;
        progress.stop();
        return await confirm(question, context);
      };
      const { update: onStep } = progress;
      const chosen = { dryRun, dropForeign, deletes, deletesUnrecorded, adopts };
      const work = () =>
        recover(new Stack(location, within), { context: within, location, ...chosen, approve, onStep });
      return readingBackend(work, async (files) => {
        if (dryRun) return false;
        if (yes) return true;
        if (!canConfirm(context)) return false;
        progress.stop();
        return await confirm(`Delete the empty file ${files.join(", ")}, which a killed run left?`, context);
      });
    });
    await output.print(report);
    const { problem, failures, unsearched = [] } = report;
    if (problem !== undefined) throw new Ending(exitCodes.failed, [`${problem}${instead(report)}`]);
    if (failures !== undefined) throw new Ending(exitCodes.failed, failures);
    if (unsearched.length > 0) {
      const reasons = unsearched.join("; ");
      throw new Ending(exitCodes.failed, [
        `Podwright could not finish its search for unrecorded resources: ${reasons}`,
      ]);
    }
    if (needsCheck(report)) throw new Ending(exitCodes.recoveredInDoubt);
  },
});

/**
 * Does the work. If a killed run left empty files in a backend of files, it deletes them with consent and does the work
 * again. The files describe other files, and Pulumi works without them.
 */
async function readingBackend<T>(
  work: () => Promise<T>,
  mayDelete: (files: readonly string[]) => Promise<boolean>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EmptyAttributesError) || !(await mayDelete(error.files))) throw error;
    for (const file of error.files) await rm(file, { force: true });
    return await work();
  }
}

/** Suggests another way if Pulumi rejects the state. */
function instead({ operations }: RecoverReport): string {
  const found = operations.flatMap(({ id }) => id ?? []);
  if (found.length === 0) return "";
  return `. If the state is at fault, \`pulumi state repair\` corrects it; \`${asCalled("podwright recover --delete")}\` deletes ${found.join(", ")} instead`;
}
