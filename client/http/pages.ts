import * as z from "zod";
import { pagination } from "../collections/listing";
import { UnexpectedAnswerError } from "../errors";
import type { ApiRequest } from "./requests";

/**
 * Reads every page of a list, at least one. A page may be empty and not the last. Throws when one cannot be read: a part of
 * a list is never taken for the whole.
 */
export async function everyPage<Page>(
  request: ApiRequest,
  schema: z.ZodType<Page>,
  json: <T>(request: ApiRequest, schema: z.ZodType<T>) => Promise<T>,
): Promise<[Page, ...Page[]]> {
  const { operation, query } = request;
  const paged = schema.and(z.object({ pagination }));
  let page = await json(request, paged);
  const pages: [Page, ...Page[]] = [page];
  const cursors = new Set<string>();
  while (page.pagination?.hasNextPage ?? page.pagination?.nextCursor !== undefined) {
    const cursor = page.pagination?.nextCursor;
    if (cursor === undefined || cursors.has(cursor)) {
      const sentence = `The platform ended ${operation} before its last page`;
      const hint = "Try again later: a part of a list is never taken for the whole.";
      throw new UnexpectedAnswerError({ operation, sentence, hint, retryable: true });
    }
    cursors.add(cursor);
    page = await json({ ...request, query: { ...query, cursor } }, paged);
    pages.push(page);
  }
  return pages;
}
