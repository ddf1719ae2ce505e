import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { on } from "../flags/inputs";
import { stacksInputs } from "../flags/locations";
import { volumePrices } from "../flags/volume-price";
import { withProgress } from "../output/progress";
import { failuresIn } from "../stack/stack";
import { driftReportOf } from "./compare-all";
import { driftOutput } from "./render";

/** `podwright drift`: shows the differences between stacks and RunPod. */
export const driftCommand = commandOf({
  name: "drift",
  description:
    "Compares the resources of stacks with RunPod, property by property, and changes nothing. " +
    "The command does not run the program: it uses the inputs of the last update, and reports an unfinished update as drift. " +
    "The exit code is 0 without drift, 2 with drift, and 1 if Podwright could not compare a stack.",
  inputs: {
    ...stacksInputs,
    output: driftOutput,
    strict: on(
      "--strict",
      "count every change of an input that the program leaves out, not only changes of cost, workload or access",
    ),
    unmanaged: on("--unmanaged", "also list the resources of the account that no stack manages, with their cost"),
    volumes: volumePrices,
  },
  run: async ({ output, ...options }, context) => {
    const report = await withProgress("comparing", context, (progress, within) =>
      driftReportOf(options, within, progress),
    );
    await output.print(report);
    const errors = [...failuresIn(report.stacks), report.unmanagedError ?? []].flat();
    if (report.result === "error") throw new Ending(exitCodes.failed, errors);
    if (report.result === "drift") throw new Ending(exitCodes.drift);
  },
});
