import { type Collection, type Unreadable, whyUnreadable } from "../../client";
import { OperationError } from "../operations/errors";

/**
 * The list, to find in it what has a certain text. An item that cannot be read and has such a text may be what is
 * looked for, so that nothing can be said of either: that is an error.
 */
export async function listAll<Item>(
  collection: Pick<Collection<Item, never, never>, "listing">,
  isSought: (text: string) => boolean,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const { items, unreadable } = await collection.listing({ signal });
  const odd = unreadable.find((item) => item.texts().some(isSought));
  if (odd !== undefined) throw new OperationError(oddSentence(odd));
  return items;
}

function oddSentence(odd: Unreadable): string {
  return `${odd.id ?? "an item without an id"} may be it and ${whyUnreadable(odd)}`;
}
