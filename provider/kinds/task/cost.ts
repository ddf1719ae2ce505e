import { formatDuration } from "../../../client/values/duration";
import { dollars } from "../../../client/values/money";
import type { CatalogRule } from "../../planning/catalog/question";
import { parseDuration } from "../../values/durations";
import { choicesOf } from "../pod/placement";
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

/** Compares the highest cost of one pod with the limit. A price that the catalog lacks proves nothing. */
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
