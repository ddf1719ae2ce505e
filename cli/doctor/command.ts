import type { Command } from "commander";
import { commandOf } from "../flags/command";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";
import { examine } from "./doctor";
import { doctorOutput } from "./render";

/** `podwright doctor`: what stands between a user and a working `up`. */
export function doctorCommand(context: CommandContext): Command {
  return commandOf(context, {
    name: "doctor",
    description:
      "Finds what stands between you and a working `pulumi up`: Node, Pulumi, plugin and SDKs, the project and its stack, " +
      "settings and where they come from, the key, each surface of the platform, rate limit and balance. " +
      "It reads only, costs nothing, and works without a project. Each finding ends with what to do. " +
      "Ends with 0 when nothing stands in the way, warnings included, and with 7 otherwise.",
    inputs: { ...stackInputs, output: doctorOutput },
    run: async ({ output, ...location }, context) => {
      const report = await withProgress("examining", context, (_, within) => examine(location, within));
      await output.print(report);
      if (report.result === "obstructed") throw new Ending(exitCodes.obstructed);
    },
  });
}
