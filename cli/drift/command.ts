import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { choice, many, name, on } from "../flags/inputs";
import { refuseTwoSelections, stacksInputs } from "../flags/locations";
import { volumePrices } from "../flags/volume-price";
import { withProgress } from "../output/progress";
import { failuresIn } from "../stack/place";
import { driftReportOf } from "./compare-all";
import { driftOutput } from "./render";
import { rulesFile } from "./rules/files";
import { thresholds } from "./severity";
import { merged, readParts } from "./shards/merge";
import { shardFlag } from "./shards/shard";

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
      "count every change of an input that the program leaves out as drift, not only changes that affect cost, workload or access",
    ),
    unmanaged: on("--unmanaged", "also list the resources of the account that no stack manages, with their cost"),
    volumes: volumePrices,
    rules: name("--rules <file>", `file with the rules for all stacks (default: ${rulesFile} beside each Pulumi.yaml)`),
    failOn: choice(
      "--fail-on <severity>",
      "lowest severity that makes the command end with exit code 2 (default: low)",
      thresholds,
    ),
    accept: many(
      "--accept <path...>",
      "accept outside changes of inputs that the program leaves out, such as jobs.workersMin: write a rule for each into the rules file",
    ),
    shard: shardFlag,
    merge: many("--merge <file...>", "merge the JSON reports of all shards into one report, without a new comparison"),
  },
  check: ({ merge, shard, accept, ...stacks }, refuse) => {
    refuseTwoSelections(stacks, refuse);
    if (merge !== undefined && (shard ?? accept ?? stacks.stack ?? (stacks.all || stacks.backend))) {
      refuse("--merge compares nothing, so leave out --shard, --accept and all flags that select stacks");
    }
  },
  run: async ({ output, merge, ...options }, context) => {
    const report =
      merge === undefined
        ? await withProgress("comparing", context, (progress, within) => driftReportOf(options, within, progress))
        : merged(await readParts(merge), options.failOn);
    await output.print(report);
    const { missingShards = [] } = report;
    const missing = missingShards.map((part) => `the report of part ${part} is missing: give it to --merge`);
    const errors = [...failuresIn(report.stacks), report.unmanagedError ?? [], missing].flat();
    if (report.result === "error") throw new Ending(exitCodes.failed, errors);
    if (report.result === "drift") throw new Ending(exitCodes.drift);
  },
});
