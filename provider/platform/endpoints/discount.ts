import * as z from "zod";
import type { ServerlessDiscount } from "../billing";
import type { CallOptions } from "../collection";
import type { Http } from "../http/http";
import { nullableText, text } from "../rest/fields";
import { errorInSuccess } from "./graphql-errors";

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
export async function readDiscount(http: Http, { signal }: CallOptions): Promise<ServerlessDiscount | null> {
  const request = {
    operation: "myself",
    surface: "graphql",
    method: "POST",
    path: "/graphql",
    body: { query: "query { myself { serverlessDiscount { discountFactor type expirationDate } } }" },
    idempotent: true,
    signal,
  } as const;
  const answer = await http.send(request);
  const error = errorInSuccess(request, answer, http.maskOf(request));
  if (error !== undefined) throw error;
  return http.parse(request, answer, discountAnswer).data.myself.serverlessDiscount;
}
