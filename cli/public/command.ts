import type { Command } from "commander";
import { groupOf } from "../flags/command";
import { surfaceCommands } from "../jobs/command";
import { publicModels } from "../jobs/surface";
import type { CommandContext } from "../program/context";
import { estimateSubcommand, FLUX, modelsSubcommand } from "./prices";

/** `podwright public`: models that the platform runs for everyone. */
export function publicCommand(context: CommandContext): Command {
  return groupOf(
    "public",
    "Run models that the platform runs for everyone, billed by what comes out. A failed generation costs nothing.",
    [
      modelsSubcommand(context),
      estimateSubcommand(context),
      ...surfaceCommands(publicModels, context, {
        run: [
          `podwright public run ${FLUX} --input '{"prompt": "a cat"}' --follow`,
          "podwright public run wan-2-5 --input @film.json",
        ],
        runsync: [
          `podwright public runsync ${FLUX} --input '{"prompt": "a cat"}'`,
          `podwright public runsync ${FLUX} --input @cat.json | jq -r .output.image_url`,
        ],
        status: ["podwright public status wan-2-5 <job> --follow"],
        stream: ["podwright public stream qwen3-32b-awq <job>"],
        cancel: ["podwright public cancel wan-2-5 <job>"],
        retry: ["podwright public retry wan-2-5 <job> --follow"],
      }),
    ],
  );
}
