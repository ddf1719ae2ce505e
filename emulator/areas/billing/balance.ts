import type { Platform } from "../../platform/platform";

/** US dollars that are left: everything paid in, without everything spent. Nothing ends when it is below zero. */
export function balanceOf({ credit, ledger }: Platform): number {
  return Math.round((credit - ledger.spent()) * 1e9) / 1e9;
}
