import type { Command } from "commander";
import { argument, commandOf } from "../flags/command";
import { jsonObject } from "../flags/json-object";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";
import { estimateOutput, modelsOutput } from "./render";

export const FLUX = "black-forest-labs-flux-1-schnell";

// What public models cost, from the price list of the client. Nothing is sent.

export function modelsSubcommand(context: CommandContext): Command {
  return commandOf(context, {
    name: "models",
    summary: "list known models and their prices",
    description:
      "Lists the models and prices that the platform publishes as examples. No operation lists them, so there may be others. Nothing is sent.",
    inputs: { output: modelsOutput },
    examples: ["podwright public models", "podwright public models --output json"],
    run: async ({ output }, context) =>
      await output.print(
        await withPlatform("reading prices", context, async ({ publicEndpoints }) => publicEndpoints.models()),
      ),
  });
}

export function estimateSubcommand(context: CommandContext): Command {
  return commandOf(context, {
    name: "estimate",
    summary: "say what a job would cost",
    description:
      "Says what a job would cost, from the known prices and its input. Nothing is sent. An estimate, not a bill.",
    inputs: {
      model: argument("model"),
      input: jsonObject("--input <json>", "what the model would get"),
      output: estimateOutput,
    },
    examples: [`podwright public estimate ${FLUX} --input '{"prompt": "a cat", "width": 512, "height": 512}'`],
    run: async ({ model, input, output }, context) => {
      const estimate = await withPlatform("estimating", context, async ({ publicEndpoints }) =>
        publicEndpoints.estimate(model, input),
      );
      if (estimate === undefined) {
        throw new Error(
          `there is no estimate for ${model}: it is not on the price list (\`podwright public models\`), or its input does not bound the output, as max_tokens does for texts`,
        );
      }
      await output.print(estimate);
    },
  });
}
