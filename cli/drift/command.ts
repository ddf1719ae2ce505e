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
    "Compares what stacks hold with what is on the platform, property by property, and changes neither. " +
    "The program is not run: declared is what the last update declared, and one that did not come to its end is drift. " +
    "Ends with 0 in sync, 2 with drift, 1 when a stack could not be compared.",
  inputs: {
    ...stacksInputs,
    output: driftOutput,
    strict: on(
      "--strict",
      "count every change of what the program leaves out, not only what costs money, changes what runs or who reaches it",
    ),
    unmanaged: on("--unmanaged", "also list what of the account none of the stacks holds, and what it costs"),
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
