import type { Platform } from "../../platform/platform";

/** Returns the balance in US dollars: all payments minus all costs. A balance below zero stops no resource. */
export function balanceOf({ credit, ledger }: Platform): number {
  return Math.round((credit - ledger.spent()) * 1e9) / 1e9;
}
