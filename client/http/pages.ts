import * as z from "zod";
import type { Clock } from "../../kernel/clock";
import { UnexpectedAnswerError } from "../errors";
import { pagination } from "./answers/listing";
import type { ApiRequest } from "./requests";

interface Reader {
  readonly json: <T>(request: ApiRequest, schema: z.ZodType<T>) => Promise<T>;
  readonly clock: Clock;
}

/** Largest number of pages that the client reads. A page has a thousand items, so no account has as many pages. */
const MOST_PAGES = 1_000;
/** Longest time for a whole list. The rate limit may delay the read of hundreds of pages for many minutes. */
const LONGEST_LIST_MS = 15 * 60_000;

/**
 * Reads all pages of a list, at least one. A page in the middle may be empty. Throws if a page is unreadable, because a caller
 * must never take a part of the list for the whole list.
 */
export async function everyPage<Page>(
  request: ApiRequest,
  schema: z.ZodType<Page>,
  { json, clock }: Reader,
): Promise<[Page, ...Page[]]> {
  const { operation, query } = request;
  const endsBy = clock.now() + LONGEST_LIST_MS;
  const broken = (sentence: string) => {
    const hint = "Try again later. Podwright never uses an incomplete list.";
    return new UnexpectedAnswerError({ operation, sentence, hint, retryable: true });
  };
  const paged = schema.and(z.object({ pagination }));
  let page = await json(request, paged);
  const pages: [Page, ...Page[]] = [page];
  const cursors = new Set<string>();
  while (page.pagination?.hasNextPage ?? page.pagination?.nextCursor !== undefined) {
    const cursor = page.pagination?.nextCursor;
    if (cursor === undefined || cursors.has(cursor)) {
      throw broken(`RunPod ended ${operation} before its last page`);
    }
    if (pages.length >= MOST_PAGES || clock.now() > endsBy) {
      throw broken(`The list of ${operation} has no end: RunPod sent ${pages.length} pages and reports one more page`);
    }
    cursors.add(cursor);
    page = await json({ ...request, query: { ...query, cursor } }, paged);
    pages.push(page);
  }
  return pages;
}
