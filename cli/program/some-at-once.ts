/**
 * The results of the work on each item, in the items' order. So many are worked on at a time. Ends only when all work has
 * ended, also after a failure: what one of them has started is not left behind.
 */
export async function someAtOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  const turns = Array.from({ length: Math.min(most, items.length) }, async () => {
    for (const [index, item] of rest) results[index] = await work(item);
  });
  for (const outcome of await Promise.allSettled(turns)) if (outcome.status === "rejected") throw outcome.reason;
  return results;
}
