import type { CostEstimate, PublicModel } from "../../client";
import { dollars } from "../output/money";
import { Output } from "../output/output";
import { recordOf } from "../output/record";
import type { Display } from "../output/style";
import { tableOf } from "../output/table";

const columns = [{ title: "MODEL" }, { title: "PRICE", align: "right" as const }, { title: "FOR" }];

export const modelsOutput = new Output<readonly PublicModel[]>("data", {
  table: (models, display) =>
    tableOf({ columns, rows: models.map(({ id, price, unit }) => [id, dollars(price), unit]) }, display),
  csv: (models) => ({ columns: ["id", "unit", "price"], rows: models.map((model) => ({ ...model })) }),
});

export const estimateOutput = new Output<CostEstimate>("data", { table: factsOf });

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
