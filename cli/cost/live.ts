import { type Account, type LiveCost, type Priced, pricedKind } from "./kinds";

/** By id. What is not on the platform is not among them. */
export type LiveCosts = ReadonlyMap<string, LiveCost>;

/** What those of the ids cost that are on the platform, with one list a kind. */
export async function liveCosts(
  kinds: ReadonlySet<Priced>,
  ids: ReadonlySet<string>,
  account: Account,
): Promise<LiveCosts> {
  const costs = new Map<string, LiveCost>();
  const listings = [...kinds].map(async (kind) => {
    const { of, costNow } = pricedKind(kind);
    const { items, unreadable } = await of(account.platform).listing({ signal: account.signal });
    for (const { id } of unreadable) {
      if (id !== undefined) costs.set(id, { amount: 0, unknown: "it is there and cannot be read" });
    }
    const wanted = items.filter(({ id }) => ids.has(id));
    await Promise.all(wanted.map(async (item) => costs.set(item.id, await costNow(item, account))));
  });
  await Promise.all(listings);
  return costs;
}
