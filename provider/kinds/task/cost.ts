import { formatDuration, parseDuration } from "../../../kernel/duration";
import { dollars } from "../../../kernel/money";
import type { CatalogRule } from "../../planning/catalog/question";
import type { Catalogs } from "../../planning/catalogs";
import { type Choice, choicesOf } from "../pod/placement";
import { priceOf } from "../pod/price";

const msPerHour = 3_600_000;

/** Returns the cost of this time in US dollars. */
export function costOf(ms: number, perHour: number): number {
  return (ms * perHour) / msPerHour;
}

/** Returns the milliseconds that this many US dollars pay for. */
export function timeFor(budget: number, perHour: number): number {
  return perHour > 0 ? (budget * msPerHour) / perHour : Number.POSITIVE_INFINITY;
}

/** Returns the most US dollars that the pods of a run cost together. Each of them may run for the whole `timeout`. */
export function boundOf(ms: number, perHour: number, { retries, maxCost }: Bounds): number {
  return Math.min(maxCost ?? Number.POSITIVE_INFINITY, costOf(ms, perHour) * (1 + retries));
}

interface Bounds {
  readonly retries: number;
  readonly maxCost?: number | undefined;
}

/** Compares the highest cost of one pod with the limit. Without a price, nothing shows that the cost stays below it. */
export const costRule: CatalogRule = (inputs) => {
  const { maxCost, timeout } = inputs;
  if (typeof maxCost !== "number" || typeof timeout !== "string") return [];
  const choices = choicesOf(inputs as Parameters<typeof choicesOf>[0]);
  return [
    {
      path: ["maxCost"],
      facts: { maxCost, timeout, choices },
      answer: async (catalogs) => {
        const prices = await Promise.all(choices.map((choice) => priceOf(choice, catalogs)));
        if (prices.includes(undefined)) return await withoutPrice(choices, prices, catalogs);
        const dearest = Math.max(...prices.map((price) => price ?? 0));
        const ms = durationOf(timeout);
        if (ms === undefined || costOf(ms, dearest) <= maxCost) return undefined;
        return (
          `is below what the task may cost: ${formatDuration(ms)} at ${dollars(dearest)} an hour are ${dollars(costOf(ms, dearest))}. ` +
          `Shorten \`timeout\` to ${formatDuration(wholeMinutes(timeFor(maxCost, dearest)))}, or raise \`maxCost\``
        );
      },
    },
  ];
};

/** Returns `undefined` for hardware that the catalog does not contain, because another rule refuses it by name. */
async function withoutPrice(
  choices: readonly Choice[],
  prices: readonly (number | undefined)[],
  catalogs: Catalogs,
): Promise<string | undefined> {
  const offered = [...((await catalogs.gpus()) ?? []), ...((await catalogs.cpus()) ?? [])].map(({ id }) => id);
  const names = choices.map(({ gpu, cpu }) => gpu?.id ?? cpu?.id ?? "");
  const name = names.find((id, index) => prices[index] === undefined && offered.includes(id));
  if (name === undefined) return undefined;
  return (
    `cannot be compared with the cost: RunPod's catalog has no price for ${JSON.stringify(name)}. ` +
    "Choose hardware with a price, or remove `maxCost` and rely on `timeout`"
  );
}

/** The schema reports a wrong duration. */
function durationOf(text: string): number | undefined {
  try {
    return parseDuration(text);
  } catch {
    return undefined;
  }
}

function wholeMinutes(ms: number): number {
  return ms < 60_000 ? ms : Math.floor(ms / 60_000) * 60_000;
}
