import type { CostEstimate, PublicModel } from "../../client";
import { asCalled } from "../../kernel/as-called";
import { commandOf, groupOf } from "../flags/command";
import { jsonObject } from "../flags/json-object";
import { Output } from "../flags/output";
import { dollars } from "../output/money";
import { recordOf } from "../output/record";
import type { Display } from "../output/style";
import { tableOf } from "../output/table";
import { withPlatform } from "../stack/connection";
import { surfaceCommands } from "./command";
import { FLUX, publicModels } from "./surface";

const columns = [{ title: "MODEL" }, { title: "PRICE", align: "right" as const }, { title: "FOR" }];

const modelsOutput = new Output<readonly PublicModel[]>("data", {
  table: (models, display) =>
    tableOf({ columns, rows: models.map(({ id, price, unit }) => [id, dollars(price), unit]) }, display),
  csv: (models) => ({ columns: ["id", "unit", "price"], rows: models.map((model) => ({ ...model })) }),
});

const estimateOutput = new Output<CostEstimate>("data", { table: factsOf });

function factsOf({ cost, units, unit, price, assumed }: CostEstimate, display: Display): string {
  const values = Object.entries(assumed).map(([name, value]) => `${name} ${value}`);
  return recordOf(
    [
      ["COST", `about ${dollars(cost)}`],
      ["FOR", `${Number(units.toPrecision(4))} × ${unit} at ${dollars(price)}`],
      ["ASSUMED", values.length === 0 ? undefined : values.join(", ")],
    ],
    display,
  );
}

// The prices of public models, from the price list of the client. Sends no request.

const modelsSubcommand = commandOf({
  name: "models",
  summary: "list known models and their prices",
  description:
    "Lists the models and prices that RunPod publishes as examples. RunPod does not publish a list of all models, so RunPod may offer more models. The command sends no request.",
  inputs: { output: modelsOutput },
  examples: ["podwright public models", "podwright public models --output json"],
  run: async ({ output }, context) =>
    await output.print(
      await withPlatform("reading prices", context, async ({ publicEndpoints }) => publicEndpoints.models()),
    ),
});

const estimateSubcommand = commandOf({
  name: "estimate",
  summary: "estimate the cost of a job",
  description: "Estimates the cost of a job from RunPod's published prices and the job's input. It sends no request.",
  inputs: {
    model: publicModels.inputs.place,
    input: jsonObject("--input <json>", "input for the model"),
    output: estimateOutput,
  },
  examples: [`podwright public estimate ${FLUX} --input '{"prompt": "a cat", "width": 512, "height": 512}'`],
  run: async ({ model, input, output }, context) => {
    const estimate = await withPlatform("estimating", context, async ({ publicEndpoints }) =>
      publicEndpoints.estimate(model, input),
    );
    if (estimate === undefined) {
      throw new Error(
        `Podwright cannot estimate the cost of ${model}: the price list (\`${asCalled("podwright public models")}\`) does not contain the model, or the input does not limit the output, as max_tokens does for texts`,
      );
    }
    await output.print(estimate);
  },
});

/** `podwright public`: models that RunPod runs for everyone. */
export const publicCommand = groupOf(
  "public",
  "Runs the models that RunPod offers to all users. RunPod bills the output of each model. A failed generation costs nothing.",
  [modelsSubcommand, estimateSubcommand, ...surfaceCommands(publicModels)],
);
