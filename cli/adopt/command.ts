import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { many, on, once, text } from "../flags/inputs";
import { existing, stackInputs } from "../flags/locations";
import { Output } from "../flags/output";
import { withProgress } from "../output/progress";
import { counted } from "../output/text";
import { Stack } from "../stack/stack";
import { adopt } from "./adopt";
import { languageNames } from "./language";
import { adoptReport } from "./render";
import type { AdoptReport } from "./report";

export const adoptOutput = new Output<AdoptReport>("report", { report: adoptReport });

/** `podwright adopt`: takes over the resources of an account into a stack of the plugin. */
export const adoptCommand = commandOf({
  name: "adopt",
  description:
    "Reads an account, and takes over the resources that no stack of the backend manages. " +
    `Pulumi imports the resources into the stack's state, and Podwright writes the program in the project's language (${languageNames}). ` +
    "Podwright replaces no file and no value of the configuration. Environment variables go into the stack's configuration as secrets. Ids of adopted resources become references. " +
    "At the end, a preview checks that the program would change nothing. The command itself changes nothing on RunPod.",
  inputs: {
    ...stackInputs,
    output: adoptOutput,
    only: many(
      "--only <word>",
      "adopt only the resources of this group, or the resource with this name or id; repeatable (default: every resource that no stack manages)",
    ),
    also: existing(
      many(
        "--also <dir>",
        "folder of a project with another backend; the command leaves out the resources of its stacks; repeatable",
      ),
    ),
    dryRun: on("--dry-run", "show the resources, and change nothing"),
    list: text("--list <file>", "only write the list for `pulumi import --file`, which works in every language", once),
    yes,
  },
  check: ({ dryRun, yes, list }, refuse) => {
    if (dryRun && yes) refuse("--dry-run and --yes exclude each other");
    if (list !== undefined && (dryRun || yes))
      refuse("--dry-run and --yes have no meaning with --list, which changes no state");
  },
  run: async ({ output, only = [], also = [], dryRun, yes, list, ...location }, context) => {
    const report = await withProgress("reading the stack", context, (progress, within) =>
      adopt(new Stack(location, within), {
        ...{ location, context: within, only, also, list, onStep: progress.update },
        approve: async ({ adopted }) => {
          if (dryRun) return false;
          if (yes) return true;
          progress.stop();
          return await confirm(`Import ${counted(adopted.length, "resource")} and write the program?`, context);
        },
      }),
    );
    await output.print(report);
    if (report.changes !== null && report.changes.length > 0)
      throw new Ending(exitCodes.failed, [
        "an update with the new program would change resources; the report lists them",
      ]);
    if (report.done && report.changes === null) throw new Ending(exitCodes.failed, [report.next ?? ""]);
  },
});
