import { Command } from "commander";
import type { CostEstimate, PublicModel } from "../../client";
import { choice } from "../flags/choice";
import { FlagCheck } from "../flags/flag-check";
import { readJsonObject } from "../flags/json-object";
import { csvOf } from "../output/csv";
import { documentOf } from "../output/documents";
import { type OutputFormat, outputFormats, readFormat } from "../output/format";
import { dollars } from "../output/money";
import { recordOf } from "../output/record";
import { tableOf } from "../output/table";
import { withPlatform } from "../program/connection";
import type { CommandContext } from "../program/context";

// What public models cost, from the price list of the client. Nothing is sent.

export function modelsSubcommand(context: CommandContext): Command {
  return new Command("models")
    .summary("list known models and their prices")
    .description(
      "Lists the models and prices that the platform publishes as examples. No operation lists them, so there may be others. Nothing is sent.",
    )
    .addOption(choice("-o, --output <format>", "default: table on a terminal, else json", outputFormats))
    .action(async (flags: { readonly output?: string }) => {
      const check = new FlagCheck();
      const format = readFormat(check, flags.output, { allowed: outputFormats, context });
      check.settle();
      const models = await withPlatform("reading prices", context, async ({ publicEndpoints }) =>
        publicEndpoints.models(),
      );
      context.print(await modelsIn(format, models, context));
    });
}

async function modelsIn(
  format: OutputFormat,
  models: readonly PublicModel[],
  context: CommandContext,
): Promise<string> {
  switch (format) {
    case "json":
    case "yaml":
      return await documentOf(format, models);
    case "csv":
      return await csvOf(
        ["id", "unit", "price"],
        models.map((model) => ({ ...model })),
      );
    case "table": {
      const columns = [{ title: "MODEL" }, { title: "PRICE", align: "right" as const }, { title: "FOR" }];
      return tableOf({ columns, rows: models.map(({ id, price, unit }) => [id, dollars(price), unit]) }, context);
    }
  }
}

export function estimateSubcommand(context: CommandContext): Command {
  const formats = ["table", "json", "yaml"] as const;
  return new Command("estimate")
    .summary("say what a job would cost")
    .description(
      "Says what a job would cost, from the known prices and its input. Nothing is sent. An estimate, not a bill.",
    )
    .argument("<model>")
    .option("--input <json>", "what the model would get: JSON, @file, or - for standard input")
    .addOption(choice("-o, --output <format>", "default: table on a terminal, else json", formats))
    .action(async (model: string, flags: { readonly input?: string; readonly output?: string }) => {
      const check = new FlagCheck();
      const input = await readJsonObject(check, { flag: "--input", given: flags.input }, context);
      const format = readFormat(check, flags.output, { allowed: formats, context });
      check.settle();
      const estimate = await withPlatform("estimating", context, async ({ publicEndpoints }) =>
        publicEndpoints.estimate(model, input),
      );
      if (estimate === undefined) {
        throw new Error(
          `there is no estimate for ${model}: it is not on the price list (\`podwright public models\`), or its input does not bound the output, as max_tokens does for texts`,
        );
      }
      context.print(
        format === "json" || format === "yaml" ? await documentOf(format, estimate) : factsOf(estimate, context),
      );
    });
}

function factsOf({ cost, units, unit, price, assumed }: CostEstimate, context: CommandContext): string {
  const taken = Object.entries(assumed).map(([name, value]) => `${name} ${value}`);
  return recordOf(
    [
      ["COST", `about ${dollars(cost)}`],
      ["FOR", `${Number(units.toPrecision(4))} × ${unit} at ${dollars(price)}`],
      ["ASSUMED", taken.length === 0 ? undefined : taken.join(", ")],
    ],
    context,
  );
}
