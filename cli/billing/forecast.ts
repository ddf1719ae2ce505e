import type { Platform } from "../../client";
import { dollars, roundMoney } from "../../client/values/money";
import { listAccount } from "../account/inventory";
import type { CommandContext } from "../context/context";
import { counted } from "../output/text";
import type { Subject } from "./subjects";
import { monthOf } from "./times";

/** The cost of a whole month, if the resources of now keep running. US dollars. */
export interface Forecast {
  /** `2026-06`. */
  readonly month: string;
  /** RunPod's bill so far. */
  readonly spent: number;
  /** The current cost an hour of the same resources. */
  readonly perHour: number;
  /** The bill at the end of the month. */
  readonly total: number;
  /** The number of resources without a known price. The rate lacks them. */
  readonly unpriced: number;
}

interface Known {
  readonly subject: Subject;
  /** US dollars per GB and month of network volumes, by type. */
  readonly volumes: Readonly<Record<string, number>>;
  readonly platform: Platform;
  /** Only these resources; absent for the whole account. */
  readonly ids: readonly string[] | undefined;
  readonly spent: number;
  readonly context: Pick<CommandContext, "clock" | "signal">;
}

export async function forecastOf(known: Known): Promise<Forecast> {
  const { subject, volumes, platform, ids, spent, context } = known;
  const wanted = ids && new Set(ids);
  const isWanted = (_: string, id: string) => wanted === undefined || wanted.has(id);
  const items = await listAccount(platform, { kinds: [subject.kind], isWanted, volumes, signal: context.signal });
  const costs = items.map(({ costPerHour }) => costPerHour);
  return forecast(spent, costs, context.clock.now());
}

/** `costs`: the cost an hour of each resource; `null` without a known price. */
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
      : ` The rate lacks ${counted(unpriced, "resource")} without a known price: --volume-price gives it.`;
  return `${month} so far: ${dollars(spent)}. At the current rate of ${dollars(perHour)} an hour, the month will cost ${dollars(total)}.${lacking}`;
}
