import { type Collection, whyUnreadable } from "../../client";
import { OperationError } from "../pulumi/errors";

/**
 * Lists the items of a collection for a search by text. Throws if an unreadable item contains the text, because that
 * item may be the one that the caller needs.
 */
export async function listAll<Item>(
  collection: Pick<Collection<Item, never, never>, "listing">,
  matches: (text: string) => boolean,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const { items, unreadable } = await collection.listing({ signal });
  const odd = unreadable.find((item) => item.texts().some(matches));
  if (odd === undefined) return items;
  throw new OperationError(`${odd.id ?? "an item without an id"} may be the resource, but ${whyUnreadable(odd)}`);
}
