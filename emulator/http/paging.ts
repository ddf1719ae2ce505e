import { createHash, randomUUID } from "node:crypto";
import { problems } from "./problem";
import { integer } from "./query";
import type { Call } from "./route";

/** Largest length of a page. This length is also the default, unless the request or an option sets a smaller length. */
export const longestPage = 1_000;

/** Whether and where a list continues. */
export interface Pagination {
  /** Cursor of the next page, valid only for the same operation and parameters. `null` after the last page. */
  readonly nextCursor: string | null;
  readonly hasNextPage: boolean;
}

export const lastPage: Pagination = { nextCursor: null, hasNextPage: false };

/**
 * Cuts lists into pages. Each item gets a number when a list first contains it, and a cursor holds the number of the last item
 * of a page. So a creation or deletion between two pages neither hides nor repeats another item.
 */
export class Paging {
  /** Part of every cursor. This id makes cursors of an earlier process invalid, because their numbers are lost. */
  private readonly instance = randomUUID();
  private readonly order = new Map<string, number>();

  /** Without a page size, every list is complete, even if the request has a limit. */
  constructor(private readonly pageSize: number | undefined) {}

  clear(): void {
    this.order.clear();
  }

  /** Returns one page. The argument `items` has the oldest item first. The page has the newest item first, as on RunPod. */
  page<Item extends { readonly id: string }>(
    { query }: Pick<Call, "query">,
    operation: string,
    items: Iterable<Item>,
    longest?: number,
  ): { readonly page: Item[]; readonly pagination?: Pagination } {
    if (this.pageSize === undefined) return { page: [...items].reverse() };
    const limit = Math.min(
      integer(query, "limit", 1, longest ?? longestPage) ?? longest ?? Number.POSITIVE_INFINITY,
      this.pageSize,
    );
    const purpose = this.purposeOf(operation, query);
    const before = this.positionOf(query.get("cursor"), purpose);
    const numbered = [...items].map((item) => ({ item, number: this.numberOf(item) }));
    const rest = numbered.filter(({ number }) => number < before).reverse();
    const page = rest.slice(0, limit);
    const hasNextPage = rest.length > limit;
    const cursor = () => Buffer.from(`${page.at(-1)?.number} ${purpose}`).toString("base64url");
    return {
      page: page.map(({ item }) => item),
      pagination: { nextCursor: hasNextPage ? cursor() : null, hasNextPage },
    };
  }

  /** Returns the list and the parameters for which a cursor is valid. */
  private purposeOf(operation: string, query: URLSearchParams): string {
    const parameters = [...query].filter(([name]) => name !== "cursor" && name !== "limit").sort();
    const purpose = JSON.stringify([this.instance, operation, parameters]);
    return createHash("sha256").update(purpose).digest("base64url");
  }

  private positionOf(cursor: string | null, purpose: string): number {
    if (cursor === null) return Number.POSITIVE_INFINITY;
    const [number = "", itsPurpose] = Buffer.from(cursor, "base64url").toString().split(" ");
    if (itsPurpose !== purpose) throw problems.invalid(["query.cursor: the cursor is not from this list"]);
    return Number(number);
  }

  private numberOf({ id }: { readonly id: string }): number {
    const number = this.order.get(id) ?? this.order.size + 1;
    this.order.set(id, number);
    return number;
  }
}
