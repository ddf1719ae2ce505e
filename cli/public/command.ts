import { Command } from "commander";
import { cancelSubcommand, retrySubcommand, statusSubcommand, streamSubcommand } from "../jobs/existing";
import { runCommand, runsyncCommand } from "../jobs/run";
import { publicModels } from "../jobs/surface";
import type { CommandContext } from "../program/context";
import { withExamples } from "../program/help";
import { estimateSubcommand, modelsSubcommand } from "./prices";

const FLUX = "black-forest-labs-flux-1-schnell";

/** `podwright public`: models that the platform runs for everyone. */
export function publicCommand(context: CommandContext): Command {
  const command = new Command("public").description(
    "Run models that the platform runs for everyone, billed by what comes out. A failed generation costs nothing.",
  );
  const subcommands: readonly (readonly [Command, readonly string[]])[] = [
    [modelsSubcommand(context), ["podwright public models", "podwright public models --output json"]],
    [
      estimateSubcommand(context),
      [`podwright public estimate ${FLUX} --input '{"prompt": "a cat", "width": 512, "height": 512}'`],
    ],
    [
      runCommand(publicModels, context),
      [
        `podwright public run ${FLUX} --input '{"prompt": "a cat"}' --follow`,
        "podwright public run wan-2-5 --input @film.json",
      ],
    ],
    [
      runsyncCommand(publicModels, context),
      [
        `podwright public runsync ${FLUX} --input '{"prompt": "a cat"}'`,
        `podwright public runsync ${FLUX} --input @cat.json | jq -r .output.image_url`,
      ],
    ],
    [statusSubcommand(publicModels, context), ["podwright public status wan-2-5 <job> --follow"]],
    [streamSubcommand(publicModels, context), ["podwright public stream qwen3-32b-awq <job>"]],
    [cancelSubcommand(publicModels, context), ["podwright public cancel wan-2-5 <job>"]],
    [retrySubcommand(publicModels, context), ["podwright public retry wan-2-5 <job> --follow"]],
  ];
  for (const [subcommand, examples] of subcommands) command.addCommand(withExamples(subcommand, examples));
  return command;
}
