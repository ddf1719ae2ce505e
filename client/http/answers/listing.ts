import * as z from "zod";
import { optional, orUnset } from "../../wire/fields";

/** An item of a list in a form that RunPod does not document. */
export interface Unreadable {
  /** Id of the item. Absent if the id is unreadable too. */
  readonly id: string | undefined;
  /** Path of the unreadable field, such as `mounts.persistent`. */
  readonly place: string;
  /** Returns all texts in the item. */
  readonly texts: () => readonly string[];
}

/** A list whose items are parsed one by one, so that an unreadable item does not hide the other items. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly unreadable: readonly Unreadable[];
  /** Number of pages, which is the number of requests that the list took. Default: 1. */
  readonly pages?: number;
}

export const NOTHING_LISTED: Listing<never> = { items: [], unreadable: [] };

/** The cursor of the next page. The last page has no cursor, or an empty cursor. */
export const pagination = optional(
  z.object({
    nextCursor: orUnset(z.string(), () => "").transform((cursor) => cursor || undefined),
    hasNextPage: optional(z.boolean()),
  }),
);

/**
 * Joins the pages into one list. If an item moved to the next page between two reads, both pages contain it, and the list
 * contains it once.
 */
export function joined<Item extends { readonly id: string }>(pages: readonly Listing<Item>[]): Listing<Item> {
  const items = new Map(pages.flatMap((page) => page.items.map((item) => [item.id, item])));
  return {
    items: [...items.values()],
    unreadable: pages.flatMap(({ unreadable }) => unreadable),
    pages: pages.length,
  };
}

/** Parses a list item by item. */
export function listingOf<Item>(item: z.ZodType<Item>): z.ZodType<Listing<Item>> {
  return z.array(z.unknown()).transform((values) => {
    const items: Item[] = [];
    const unreadable: Unreadable[] = [];
    for (const value of values) {
      const parsed = item.safeParse(value);
      if (parsed.success) items.push(parsed.data);
      else unreadable.push(unreadableOf(value, parsed.error));
    }
    return { items, unreadable };
  });
}

const identified = z.object({ id: z.string().min(1) });

function unreadableOf(value: unknown, { issues }: z.ZodError): Unreadable {
  return {
    id: identified.safeParse(value).data?.id,
    place: issues[0]?.path.join(".") ?? "",
    texts: () => textsIn(value),
  };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Says why an item is unreadable. The text continues a sentence that begins with the item, such as `pod pod-1`. */
export function whyUnreadable({ place }: Pick<Unreadable, "place">): string {
  return `cannot be read: ${place === "" ? "it" : `its field '${place}'`} does not have the form that RunPod documents`;
}
