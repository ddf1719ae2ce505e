import * as z from "zod";
import { optional, orUnset } from "../../values/fields";

/** An item of a list that does not have the documented form. */
export interface Unreadable {
  /** Absent where even the id is unreadable. */
  readonly id: string | undefined;
  /** The wrong field, such as `mounts.persistent`. */
  readonly place: string;
  /** Every text in it. */
  readonly texts: () => readonly string[];
}

/** A list whose items are read one by one, so an odd one does not hide the others. */
export interface Listing<Item> {
  readonly items: readonly Item[];
  readonly unreadable: readonly Unreadable[];
}

export const NOTHING_LISTED: Listing<never> = { items: [], unreadable: [] };

/** The cursor to the rest of a list; a list without it is complete. An empty cursor is none. */
export const pagination = optional(
  z.object({
    nextCursor: orUnset(z.string(), () => "").transform((cursor) => cursor || undefined),
    hasNextPage: optional(z.boolean()),
  }),
);

/** One list from its pages. An item that moved from one page to the next while they were read stands in both. */
export function joined<Item extends { readonly id: string }>(pages: readonly Listing<Item>[]): Listing<Item> {
  const items = new Map(pages.flatMap((page) => page.items.map((item) => [item.id, item])));
  return { items: [...items.values()], unreadable: pages.flatMap(({ unreadable }) => unreadable) };
}

/** Reads a list item by item. */
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

/** Continues a sentence that names the item: `pod pod-1 `. */
export function whyUnreadable({ place }: Pick<Unreadable, "place">): string {
  return `cannot be read: ${place === "" ? "it" : `its '${place}'`} is not what RunPod documents`;
}
