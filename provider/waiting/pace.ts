import type { Clock } from "../../client";
import { isPassing } from "./passing";
import type { PollerOptions } from "./poller";

/**
 * How often to look: the rarer the longer it takes, within bounds that are milliseconds before they are scaled. What
 * has been awaited for long is not missed by an eighth of that.
 */
export function pace(
  { clock, timeScale }: { readonly clock: Clock; readonly timeScale: number },
  { shortestMs, longestMs }: { readonly shortestMs: number; readonly longestMs: number },
): Pick<PollerOptions<unknown>, "clock" | "interval" | "isPassing"> {
  const interval = (ageMs: number) => Math.min(Math.max(ageMs / 8, shortestMs * timeScale), longestMs * timeScale);
  return { clock, interval, isPassing };
}
