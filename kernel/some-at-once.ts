/**
 * Works on at most `most` items at the same time, and returns the results in the order of the items. After a failure,
 * it still waits for all started work.
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
