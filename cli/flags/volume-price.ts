import { NETWORK_VOLUME_TYPES } from "../../client/account/network-volumes";
import type { FlagCheck } from "./flag-check";
import { collect } from "./options";

/** The catalog has no price of storage, so the user gives it. */
export const volumePriceOption = [
  "--volume-price <[type=]usd>",
  "US dollars per GB and month of network volumes, STANDARD unless named; may be given again",
  collect,
] as const;

export function dollars(check: FlagCheck, flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const amount = /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
  if (amount === undefined) check.refuse(`${flag} must be US dollars such as 2.50, not ${JSON.stringify(text)}`);
  return amount;
}

/** US dollars per GB and month, by type. */
export function volumePrices(check: FlagCheck, texts: readonly string[]): Record<string, number> {
  const prices: Record<string, number> = {};
  for (const text of texts) {
    const [type, usd] = text.includes("=") ? text.split("=", 2) : ["STANDARD", text];
    const known = check.oneOf("--volume-price", type, NETWORK_VOLUME_TYPES);
    const amount = dollars(check, "--volume-price", usd);
    if (known !== undefined && amount !== undefined) prices[known] = amount;
  }
  return prices;
}
