import type { CallOptions } from "../collection/collection";
import { errorInSuccess, statusOf } from "../errors/from-graphql";
import type { Http } from "./http";
import type { Answer, ApiRequest } from "./message";

export interface Asked extends CallOptions {
  /** The root field, for errors. */
  readonly operation: string;
  readonly query: string;
  /** Doing it twice leaves the same state as doing it once. */
  readonly idempotent: boolean;
}

/** A document for `POST /graphql` (contract section 13). */
export function graphqlRequest({ operation, query, idempotent, signal, graceMs }: Asked): ApiRequest {
  return {
    operation,
    surface: "graphql",
    method: "POST",
    path: "/graphql",
    body: { query },
    idempotent,
    signal,
    graceMs,
    statusOf,
  };
}

/** Sends it, and throws the error that an answer of 200 may hold too. */
export async function sendGraphql(http: Http, request: ApiRequest): Promise<Answer> {
  const answer = await http.send(request);
  throwIfRefused(http, request, answer);
  return answer;
}

export function throwIfRefused(http: Http, request: ApiRequest, answer: Answer): void {
  const error = errorInSuccess(request, answer, http.circumstancesOf(request, answer));
  if (error !== undefined) throw error;
}
