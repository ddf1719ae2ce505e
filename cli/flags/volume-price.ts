import { NETWORK_VOLUME_TYPES } from "../../client/account/choices";
import { flag, type Input } from "./command";
import { collecting, dollarsIn, oneOf } from "./inputs";

/**
 * Prices of volumes in US dollars per GB and month, by type. The user gives these prices, because the catalog has no
 * prices of storage.
 */
export const volumePrices: Input<Readonly<Record<string, number>>> = flag<Record<string, number>, readonly string[]>(
  "--volume-price <[type=]usd>",
  "price of network volumes in US dollars per GB and month, such as 0.07 or HIGH_PERFORMANCE=0.14; repeatable",
  (texts = [], { refuse }) => {
    const prices: Record<string, number> = {};
    for (const text of texts) {
      const [type = "", usd = ""] = text.includes("=") ? text.split("=", 2) : ["STANDARD", text];
      const known = oneOf(type, NETWORK_VOLUME_TYPES, refuse);
      const amount = dollarsIn(usd, refuse);
      if (known !== undefined && amount !== undefined) prices[known] = amount;
    }
    return prices;
  },
  collecting,
);
