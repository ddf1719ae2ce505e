import { commandOf } from "../flags/command";
import { on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import { Ending, exitCodes } from "../program/exit-codes";
import { Stack } from "../stack/stack";
import { recover } from "./recover";
import { recoverOutput } from "./render";
import { needsCheck } from "./report";

/** `podwright recover`: settles what a killed run left pending in a stack's state. */
export const recoverCommand = commandOf({
  name: "recover",
  description:
    "When a run of Pulumi is killed, its state may hold creations whose result is unknown. " +
    "This command finds the resources they created, by the marker that each creation carries, and writes them into the state; " +
    'the next "pulumi up" continues with them. Creations that created nothing are dropped. ' +
    "Nothing is created, changed or deleted on the platform.",
  inputs: {
    ...stackInputs,
    output: recoverOutput,
    dryRun: on("--dry-run", "say what would be done and change nothing"),
    dropForeign: on("--drop-foreign", "continue although Pulumi will drop pending creations of other providers"),
  },
  run: async ({ output, dryRun, dropForeign, ...location }, context) => {
    const report = await withProgress("reading the state", context, (progress, within) =>
      recover(new Stack(location, within), { context: within, dryRun, dropForeign, onStep: progress.update }),
    );
    await output.print(report);
    if (needsCheck(report)) throw new Ending(exitCodes.recoveredInDoubt);
  },
});
