import * as z from "zod";
import type { CallOptions } from "../collection/collection";
import { graphqlRequest, sendGraphql } from "../http/graphql";
import type { Http } from "../http/http";
import { nullableText, text } from "../values/fields";
import type { ServerlessDiscount } from "./types";

const discountAnswer: z.ZodType<{ data: { myself: { serverlessDiscount: ServerlessDiscount | null } } }> = z.object({
  data: z.object({
    myself: z.object({
      serverlessDiscount: z
        .object({ discountFactor: z.number(), type: text, expirationDate: nullableText })
        .nullish()
        .transform((value) => value ?? null),
    }),
  }),
});

/** Only GraphQL tells it (contract section 13.1). */
export async function readDiscount(http: Http, options: CallOptions): Promise<ServerlessDiscount | null> {
  const query = "query { myself { serverlessDiscount { discountFactor type expirationDate } } }";
  const request = graphqlRequest({ ...options, operation: "myself", query, idempotent: true });
  const answer = await sendGraphql(http, request);
  return http.parse(request, answer, discountAnswer).data.myself.serverlessDiscount;
}
