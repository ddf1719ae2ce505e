import type { Platform } from "../../client";
import { dollars, roundMoney } from "../../kernel/money";
import type { CommandContext } from "../context/context";
import { counted } from "../output/text";
import { monthOf } from "./buckets";
import type { Subject } from "./subjects";

/** Forecast of the cost of a whole month in US dollars, if the present resources continue to run. */
export interface Forecast {
  /** The month, such as `2026-06`. */
  readonly month: string;
  /** RunPod's bill of the month so far. */
  readonly spent: number;
  /** The current cost of the same resources per hour. */
  readonly perHour: number;
  /** The expected bill of the whole month. */
  readonly total: number;
  /** Number of resources without a known price. The hourly cost does not contain these resources. */
  readonly unpriced: number;
}

interface Known {
  readonly subject: Subject;
  /** Prices of network volumes in US dollars per GB and month, by type. */
  readonly volumes: Readonly<Record<string, number>>;
  readonly platform: Platform;
  /** Ids of the resources to count. Absent for the whole account. */
  readonly ids: readonly string[] | undefined;
  readonly spent: number;
  readonly context: Pick<CommandContext, "clock" | "signal">;
}

export async function forecastOf(known: Known): Promise<Forecast> {
  const { subject, volumes, platform, ids, spent, context } = known;
  const wanted = ids && new Set(ids);
  const isWanted = (_: string, id: string) => wanted === undefined || wanted.has(id);
  const { listAccount } = await import("../account/inventory.js");
  const items = await listAccount(platform, { kinds: [subject.kind], isWanted, volumes, signal: context.signal });
  const costs = items.map(({ costPerHour }) => costPerHour);
  return forecast(spent, costs, context.clock.now());
}

/** Computes the forecast. `costs` has the hourly cost of each resource, and `null` if the price is unknown. */
export function forecast(spent: number, costs: readonly (number | null)[], now: number): Forecast {
  const { label, next } = monthOf(now);
  const perHour = roundMoney(costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0));
  const hours = (next - now) / 3_600_000;
  const unpriced = costs.filter((cost) => cost === null).length;
  return { month: label, spent, perHour, total: roundMoney(spent + perHour * hours), unpriced };
}

export function forecastSentence({ month, spent, perHour, total, unpriced }: Forecast): string {
  const lacking =
    unpriced === 0
      ? ""
      : ` The rate does not include ${counted(unpriced, "resource")} without a known price. Set the price with --volume-price.`;
  return `${month} so far: ${dollars(spent)}. At the current rate of ${dollars(perHour)} an hour, the month will cost ${dollars(total)}.${lacking}`;
}
