import { createHash, randomUUID } from "node:crypto";
import { problems } from "./problem";
import { integer } from "./query";
import type { Call } from "./route";

/** The maximum length of a page, and also the default unless the request or an option sets a smaller one. */
export const longestPage = 1_000;

/** Where the next page of a list begins. */
export interface Pagination {
  /** Names the rest of the list, for the same operation and parameters only; null after the last page. */
  readonly nextCursor: string | null;
  readonly hasNextPage: boolean;
}

export const lastPage: Pagination = { nextCursor: null, hasNextPage: false };

/**
 * Cuts lists into pages. A cursor names the last item of a page by the order of first listing, so that no creation or
 * deletion between two pages hides or repeats another item.
 */
export class Paging {
  /** Cursors end with the process, because the order does. */
  private readonly instance = randomUUID();
  private readonly order = new Map<string, number>();

  /** Without a page size there are no pages: every list is whole, even if the request has a limit. */
  constructor(private readonly pageSize: number | undefined) {}

  clear(): void {
    this.order.clear();
  }

  /** One page of the items. Takes them oldest first and lists them newest first, as RunPod does. */
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

  /** The list and the parameters for which a cursor is valid. */
  private purposeOf(operation: string, query: URLSearchParams): string {
    const parameters = [...query].filter(([name]) => name !== "cursor" && name !== "limit").sort();
    const purpose = JSON.stringify([this.instance, operation, parameters]);
    return createHash("sha256").update(purpose).digest("base64url");
  }

  private positionOf(cursor: string | null, purpose: string): number {
    if (cursor === null) return Number.POSITIVE_INFINITY;
    const [number = "", itsPurpose] = Buffer.from(cursor, "base64url").toString().split(" ");
    if (itsPurpose !== purpose) throw problems.invalid(["query.cursor: is not a cursor of this list"]);
    return Number(number);
  }

  private numberOf({ id }: { readonly id: string }): number {
    const number = this.order.get(id) ?? this.order.size + 1;
    this.order.set(id, number);
    return number;
  }
}
