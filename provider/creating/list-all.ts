import { type Collection, whyUnreadable } from "../../client";
import { OperationError } from "../values/errors";

/**
 * The list, to find items in it by a text. An unreadable item with such a text may be the right item. The list then
 * proves nothing, so this throws.
 */
export async function listAll<Item>(
  collection: Pick<Collection<Item, never, never>, "listing">,
  matches: (text: string) => boolean,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const { items, unreadable } = await collection.listing({ signal });
  const odd = unreadable.find((item) => item.texts().some(matches));
  if (odd === undefined) return items;
  throw new OperationError(`${odd.id ?? "an item without an id"} may be it and ${whyUnreadable(odd)}`);
}
