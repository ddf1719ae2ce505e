import type { JobInput } from "./types";

/** Unit of a model's output that has a price. */
export type PriceUnit = "megapixel" | "5 seconds" | "1000 characters" | "1M tokens";

export interface ModelPrice {
  readonly unit: PriceUnit;
  /** Price of a unit in US dollars. */
  readonly price: number;
}

/** A model, and its price for an input without the options that change the price. */
export interface PublicModel extends ModelPrice {
  readonly id: string;
}

export interface CostEstimate extends ModelPrice {
  /** Estimated number of units in the output. */
  readonly units: number;
  /** Cost in US dollars. */
  readonly cost: number;
  /** Values that the estimate assumes because the input lacks them. `{}` if the input has all values. */
  readonly assumed: Readonly<Record<string, number | string>>;
}

/** Price list of public models. RunPod publishes these prices as examples, and no operation reports them. Use them only for estimates. */
const PRICES: Readonly<Record<string, (input: JobInput) => ModelPrice>> = {
  "black-forest-labs-flux-1-dev": () => ({ unit: "megapixel", price: 0.02 }),
  "black-forest-labs-flux-1-schnell": () => ({ unit: "megapixel", price: 0.0024 }),
  "wan-2-5": ({ size, resolution }) => ({ unit: "5 seconds", price: videoPrice(String(resolution ?? size ?? "")) }),
  "minimax-speech-02-hd": () => ({ unit: "1000 characters", price: 0.05 }),
  "qwen3-32b-awq": () => ({ unit: "1M tokens", price: 10 }),
};

const SIDE = 1024;
const SECONDS = 5;

export function publicModels(): readonly PublicModel[] {
  return Object.entries(PRICES).map(([id, priceOf]) => ({ id, ...priceOf({}) }));
}

/** Estimates the cost. Returns `undefined` for an unknown model, or if the input does not limit the output. */
export function estimateCost(modelId: string, input: JobInput): CostEstimate | undefined {
  const priceOf = Object.hasOwn(PRICES, modelId) ? PRICES[modelId] : undefined;
  if (priceOf === undefined) return undefined;
  const model = priceOf(input);
  const quantity = quantityOf(model.unit, input);
  return quantity && { ...model, ...quantity, cost: quantity.units * model.price };
}

type Quantity = Pick<CostEstimate, "units" | "assumed">;

function quantityOf(unit: PriceUnit, input: JobInput): Quantity | undefined {
  switch (unit) {
    case "megapixel": {
      const { values, assumed } = numbersOf(input, { width: SIDE, height: SIDE });
      return { units: (values.width * values.height) / 1_000_000, assumed };
    }
    case "5 seconds": {
      const { values, assumed } = numbersOf(input, { duration: SECONDS });
      const resolution = input.resolution === undefined && input.size === undefined ? { resolution: "720p" } : {};
      return { units: values.duration / SECONDS, assumed: { ...assumed, ...resolution } };
    }
    case "1000 characters": {
      const spoken = input.prompt ?? input.text;
      // Counts characters by code points, so an emoji counts as one character.
      return typeof spoken === "string" ? { units: [...spoken].length / 1_000, assumed: {} } : undefined;
    }
    case "1M tokens": {
      const most = input.max_tokens;
      return isAmount(most) ? { units: most / 1_000_000, assumed: {} } : undefined;
    }
  }
}

/** Returns the named numbers of the input. A default replaces each missing number, and the result lists it as assumed. */
function numbersOf<Name extends string>(input: JobInput, defaults: Readonly<Record<Name, number>>) {
  const values: Record<Name, number> = { ...defaults };
  const assumed: Partial<Record<Name, number>> = {};
  for (const name of Object.keys(defaults) as Name[]) {
    const given = input[name];
    if (isAmount(given)) values[name] = given;
    else assumed[name] = defaults[name];
  }
  return { values, assumed: assumed as Readonly<Record<string, number>> };
}

function isAmount(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value) && value >= 0;
}

/** Returns the price of a video. The shorter side decides. `size` is `720p` or `1280*720`. Default: 720p. */
function videoPrice(size: string): number {
  const sides = (size.match(/\d+/g) ?? []).map(Number);
  const shorter = sides.length === 0 ? 720 : Math.min(...sides);
  if (shorter <= 480) return 0.25;
  return shorter <= 720 ? 0.5 : 0.75;
}
