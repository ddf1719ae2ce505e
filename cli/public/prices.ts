import { Command } from "commander";
import { FlagCheck } from "../flags/flag-check";
import { readJsonObject } from "../flags/json-object";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { estimateOutput, modelsOutput } from "./render";

// What public models cost, from the price list of the client. Nothing is sent.

export function modelsSubcommand(context: CommandContext): Command {
  return new Command("models")
    .summary("list known models and their prices")
    .description(
      "Lists the models and prices that the platform publishes as examples. No operation lists them, so there may be others. Nothing is sent.",
    )
    .addOption(modelsOutput.option)
    .action(async (flags: { readonly output?: string }) => {
      const check = new FlagCheck();
      const format = modelsOutput.read(check, flags.output, context);
      check.settle();
      const models = await withPlatform("reading prices", context, async ({ publicEndpoints }) =>
        publicEndpoints.models(),
      );
      await modelsOutput.print(models, format, context);
    });
}

export function estimateSubcommand(context: CommandContext): Command {
  return new Command("estimate")
    .summary("say what a job would cost")
    .description(
      "Says what a job would cost, from the known prices and its input. Nothing is sent. An estimate, not a bill.",
    )
    .argument("<model>")
    .option("--input <json>", "what the model would get: JSON, @file, or - for standard input")
    .addOption(estimateOutput.option)
    .action(async (model: string, flags: { readonly input?: string; readonly output?: string }) => {
      const check = new FlagCheck();
      const input = await readJsonObject(check, { flag: "--input", given: flags.input }, context);
      const format = estimateOutput.read(check, flags.output, context);
      check.settle();
      const estimate = await withPlatform("estimating", context, async ({ publicEndpoints }) =>
        publicEndpoints.estimate(model, input),
      );
      if (estimate === undefined) {
        throw new Error(
          `there is no estimate for ${model}: it is not on the price list (\`podwright public models\`), or its input does not bound the output, as max_tokens does for texts`,
        );
      }
      await estimateOutput.print(estimate, format, context);
    });
}
